import { PASSWORDS } from '../constants.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export const ROLES = ['applicant', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Takes a role in any case, answers it, or undefined (contract.md section 4). */
export function readRole(input: string): Role | undefined {
  return ROLES.find((role) => role === input.trim().toLowerCase());
}

const hasUpper = (password: string) => /\p{Lu}/u.test(password);
const hasLower = (password: string) => /\p{Ll}/u.test(password);
const hasDigit = (password: string) => /\d/.test(password);
const hasSpecial = (password: string) => /[^\p{L}\d]/u.test(password);

/** The label at registration and Create Admin (section 5); advice only at registration. */
export function registrationStrength(password: string): 'Strong' | 'Medium' | 'Weak' {
  const isMixed = hasUpper(password) && hasLower(password) && hasDigit(password) && hasSpecial(password);
  if (password.length >= PASSWORDS.strong && isMixed) return 'Strong';
  return password.length >= PASSWORDS.medium ? 'Medium' : 'Weak';
}

/** The label on the reset screen (section 5). */
export function resetStrength(password: string): 'Strong' | 'Moderate' | 'Weak' {
  if (password.length < PASSWORDS.medium) return 'Weak';
  const isMixed = hasUpper(password) && hasLower(password) && hasDigit(password);
  return password.length >= PASSWORDS.strong && isMixed ? 'Strong' : 'Moderate';
}

/** Whether the password is among the well-known ones (contract.md section 4). */
export function isKnownPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON_PASSWORDS.has(lower) || new Set(lower).size <= 2;
}

/** +233 and 00233 become 0; spaces, hyphens, dots and brackets are dropped (contract.md section 4). */
export function normalisePhone(input: string): string {
  return input
    .replace(/[\s\-().]/g, '')
    .replace(/^(\+|00)2330?(?=\d)/, '0');
}

/** Addresses are compared trimmed and in lower case (contract.md section 4); control characters belong to none. */
export const normaliseEmail = (input: string): string => input.replace(/\p{Cc}/gu, '').trim().toLowerCase();

type Standing = { id: string; role: Role; isActive: boolean };
export type AccountRefusal = 'own_account' | 'not_an_admin' | 'last_admin';

/** Why an admin may not change this account's role, or undefined (contract.md section 4). */
export function refuseRoleChange(actorId: string, target: Standing, role: Role, otherActiveAdmins: number): AccountRefusal | undefined {
  if (target.role === role) return undefined;
  if (target.id === actorId) return 'own_account';
  const loses = target.role === 'admin' && target.isActive && role !== 'admin';
  return loses && otherActiveAdmins === 0 ? 'last_admin' : undefined;
}

/** Why an admin may not change whether this account is active, or undefined (section 4: works only for admins). */
export function refuseStatusChange(actorId: string, target: Standing, isActive: boolean, otherActiveAdmins: number): AccountRefusal | undefined {
  if (target.role !== 'admin') return 'not_an_admin';
  if (target.isActive === isActive) return undefined;
  if (target.id === actorId) return 'own_account';
  return target.isActive && !isActive && otherActiveAdmins === 0 ? 'last_admin' : undefined;
}
