import { COMMON_PASSWORDS } from './common-passwords.ts';

/** Whether the password is among the well-known ones. */
export function isKnownPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON_PASSWORDS.has(lower) || new Set(lower).size <= 2;
}
