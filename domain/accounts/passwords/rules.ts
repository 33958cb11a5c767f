import { COMMON_PASSWORDS } from './common-passwords.ts';

export function isKnownPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON_PASSWORDS.has(lower) || new Set(lower).size <= 2;
}
