import { PASSWORDS } from '../constants.ts';

/** Those who work for the firm; an admin gives and takes these roles: contract §12. */
export const FIRM_ROLES = ['admin', 'editor', 'viewer'] as const;
export type FirmRole = (typeof FIRM_ROLES)[number];
export const ROLES = ['applicant', 'judge', ...FIRM_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** What became of the invitation by which somebody judges. */
export const JUDGE_STATES = ['invited', 'accepted', 'declined'] as const;
export type JudgeState = (typeof JUDGE_STATES)[number];

export const isOfFirm = (role: string): boolean => (FIRM_ROLES as readonly string[]).includes(role);

/** Takes a role in any case; returns it, or undefined. */
export function readRole(input: string): Role | undefined {
  return ROLES.find((role) => role === input.trim().toLowerCase());
}

const hasUpper = (password: string) => /\p{Lu}/u.test(password);
const hasLower = (password: string) => /\p{Ll}/u.test(password);
const hasDigit = (password: string) => /\d/.test(password);
const hasSpecial = (password: string) => /[^\p{L}\d]/u.test(password);

/**
 * One spelling of each letter: keyboards differ in how they compose é, and in the width of digits.
 */
export const normalisePassword = (typed: string): string => typed.normalize('NFKC');

/** The label at registration and Create Admin; only advice at registration. */
export function registrationStrength(typed: string): 'Strong' | 'Medium' | 'Weak' {
  const password = normalisePassword(typed);
  const isMixed =
    hasUpper(password) && hasLower(password) && hasDigit(password) && hasSpecial(password);
  if (password.length >= PASSWORDS.strong && isMixed) return 'Strong';
  return password.length >= PASSWORDS.medium ? 'Medium' : 'Weak';
}

/** The label on the reset screen. */
export function resetStrength(typed: string): 'Strong' | 'Moderate' | 'Weak' {
  const password = normalisePassword(typed);
  if (password.length < PASSWORDS.medium) return 'Weak';
  const isMixed = hasUpper(password) && hasLower(password) && hasDigit(password);
  return password.length >= PASSWORDS.strong && isMixed ? 'Strong' : 'Moderate';
}

/**
 * Separators that people type in a number: spaces and hyphens of every kind, dots, brackets and
 * invisible characters.
 */
const SEPARATORS = /[\s\p{Z}\p{Pd}\p{Cf}\u2212().]/gu;

/** Separators are dropped; +233, 00233 and a bare 233 before nine digits become 0. */
export function normalisePhone(input: string): string {
  return input
    .replace(SEPARATORS, '')
    .replace(/^(\+|00)2330?(?=\d)/, '0')
    .replace(/^2330?(?=\d{9}$)/, '0');
}

/** A Ghanaian number has ten digits including its zero. */
export const isPhone = (normalised: string): boolean => /^0\d{9}$/.test(normalised);

/**
 * Two letters, or a letter and a digit, for the district; then the area and the address:
 * GA-183-8164 (GhanaPostGPS).
 */
const DIGITAL_ADDRESS = /^([A-Z][A-Z0-9])(?:-+(\d{3,4})-+|-?(\d{3,4}))(\d{4})$/;

/**
 * What fits the form is written in its standard spelling, from any case, with any kind of hyphen or
 * none; anything else stays as it was typed. `typed` is bounded.
 */
export function tidyDigitalAddress(typed: string): string {
  const parts = DIGITAL_ADDRESS.exec(
    typed
      .replace(SEPARATORS, '-')
      .replace(/^-+|-+$/g, '')
      .toUpperCase(),
  );
  return parts ? [parts[1], parts[2] ?? parts[3], parts[4]].join('-') : typed;
}

/**
 * Addresses are compared trimmed and in lower case, without control or invisible characters, and in
 * one spelling of each letter.
 */
export const normaliseEmail = (input: string): string =>
  input
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase()
    .normalize('NFC');

/** Drops fields that would keep their stored value: it may break a rule that is newer than it. */
export function dropUnchanged(sent: object, stored: object): Record<string, unknown> {
  const known = new Map(Object.entries(stored));
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => value === undefined || known.get(name) !== value,
    ),
  );
}

type Standing = { id: string; role: Role; isActive: boolean };
export type AccountRefusal = 'own_account' | 'not_an_admin' | 'last_admin' | 'judge_by_invitation';

/** Why an admin may not change this account's role; undefined if they may: contract §4.7. */
export function refuseRoleChange(
  actorId: string,
  target: Standing,
  role: Role,
  otherActiveAdmins: number,
): AccountRefusal | undefined {
  if (target.id === actorId) return 'own_account';
  if (target.role === 'judge' || role === 'judge') return 'judge_by_invitation';
  const loses = target.role === 'admin' && target.isActive && role !== 'admin';
  return loses && otherActiveAdmins === 0 ? 'last_admin' : undefined;
}

/**
 * Why an admin may not activate or deactivate this account; undefined if they may. Only admins and
 * judges can be deactivated.
 */
export function refuseStatusChange(
  actorId: string,
  target: Standing,
  isActive: boolean,
  otherActiveAdmins: number,
): AccountRefusal | undefined {
  if (target.role === 'applicant') return 'not_an_admin';
  if (target.id === actorId) return 'own_account';
  const loses = target.role === 'admin' && target.isActive && !isActive;
  return loses && otherActiveAdmins === 0 ? 'last_admin' : undefined;
}
