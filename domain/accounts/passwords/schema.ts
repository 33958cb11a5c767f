/**
 * Schemas for choosing a new password. Kept apart because the list of well-known passwords is
 * larger than all other schemas together, and most screens do not need it.
 */
import * as z from 'zod/mini';
import { CODES, PASSWORDS } from '../../constants.ts';
import { tidyCode } from '../code-rules.ts';
import { ACCOUNT_RULES, CREATE_ADMIN, OTP, REGISTER, RESET } from '../messages.ts';
import { FIRM_ROLES, normalisePassword, registrationStrength } from '../rules.ts';
import { email, filled, person } from '../schema.ts';
import { readText } from '../../text.ts';
import { isKnownPassword } from './rules.ts';

/** What the server requires of every new password. */
export const newPassword = z.string({ error: 'Enter a password.' }).check(
  z.overwrite(normalisePassword),
  z.minLength(1, 'Enter a password.'),
  z.minLength(PASSWORDS.minimum, ACCOUNT_RULES.shortPassword),
  z.maxLength(PASSWORDS.maximum, ACCOUNT_RULES.longPassword),
  z.refine((value) => !isKnownPassword(value), ACCOUNT_RULES.knownPassword),
);

export const registerInput = z
  .object({
    ...person,
    password: newPassword,
    confirm_password: repeated('Confirm your password.'),
  })
  .check(
    z.refine((input) => input.password === input.confirm_password, {
      path: ['confirm_password'],
      error: REGISTER.passwordsDiffer,
      when: ({ value }) => bothGiven(value, 'password', 'confirm_password'),
    }),
  );

const strongPassword = z.string({ error: CREATE_ADMIN.weakPassword }).check(
  z.overwrite(normalisePassword),
  z.maxLength(PASSWORDS.maximum, ACCOUNT_RULES.longPassword),
  z.refine((value) => registrationStrength(value) === 'Strong', CREATE_ADMIN.weakPassword),
  z.refine((value) => !isKnownPassword(value), ACCOUNT_RULES.knownPassword),
);

/** The firm's roles only: others register or are invited. */
const firmRole = readText(
  (text) => FIRM_ROLES.find((role) => role === text.trim().toLowerCase()),
  ACCOUNT_RULES.firmRole,
);

export const createAdminInput = z.object({
  ...person,
  password: strongPassword,
  role: z.prefault(firmRole, 'ADMIN'),
});

export const resetInput = z.object({
  email,
  otp: z
    .string({ error: RESET.missingCode })
    .check(
      z.overwrite(tidyCode),
      z.minLength(1, RESET.missingCode),
      z.maxLength(CODES.length, OTP.incomplete),
    ),
  new_password: newPassword,
});

/** What the reset form checks in addition to `resetInput`: the repeated password. */
export const resetForm = z
  .extend(resetInput, {
    new_password: z.pipe(filled(RESET.missingFields), newPassword),
    confirm_password: repeated(RESET.missingFields),
  })
  .check(
    z.refine((input) => input.new_password === input.confirm_password, {
      path: ['confirm_password'],
      error: RESET.passwordsDiffer,
      when: ({ value }) => bothGiven(value, 'new_password', 'confirm_password'),
    }),
  );

function repeated(missing: string) {
  return filled(missing).check(z.overwrite(normalisePassword));
}

function bothGiven(value: unknown, ...names: string[]): boolean {
  const record = value as Record<string, unknown>;
  return names.every((name) => typeof record?.[name] === 'string' && record[name] !== '');
}

export type RegisterInput = z.output<typeof registerInput>;
export type CreateAdminInput = z.output<typeof createAdminInput>;
