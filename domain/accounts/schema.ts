import { z } from 'zod';
import { CODES, LENGTHS, PASSWORDS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { REGIONS } from '../regions.ts';
import { booleanText, optionalText, requiredText } from '../text.ts';
import { ACCOUNT_RULES, CREATE_ADMIN, FORGOT, OTP, REGISTER, RESET } from './messages.ts';
import { isKnownPassword, normaliseEmail, normalisePhone, readRole, registrationStrength, ROLES } from './rules.ts';

const EMAIL = /^[^\s\p{Cc}@<>()[\],;:\\"]+@[^\s\p{Cc}@<>()[\],;:\\"]+\.[^\s\p{Cc}@.<>()[\],;:\\"]{2,}$/u;

export const email = z
  .string({ error: FORGOT.blank })
  .transform(normaliseEmail)
  .pipe(z.string().max(LENGTHS.email, FORGOT.blank).regex(EMAIL, FORGOT.blank));

/** What the server demands of every new password (contract.md section 4). */
export const newPassword = z
  .string({ error: 'Please enter a password.' })
  .min(1, 'Please enter a password.')
  .min(PASSWORDS.minimum, ACCOUNT_RULES.shortPassword)
  .max(PASSWORDS.maximum, ACCOUNT_RULES.longPassword)
  .refine((value) => !isKnownPassword(value), ACCOUNT_RULES.knownPassword);

const phoneText = z.string().transform(normalisePhone).pipe(z.string().regex(/^\d{1,10}$/, ACCOUNT_RULES.phone));
const phone = requiredText('your phone number', 40).pipe(phoneText);
const region = z.enum(REGIONS, { error: ACCOUNT_RULES.region });

const person = {
  first_name: requiredText('your first name', LENGTHS.name),
  last_name: requiredText('your last name', LENGTHS.name),
  email,
  phone_number: phone,
  city: requiredText('your city', LENGTHS.name),
  digital_address: requiredText('your digital address', LENGTHS.name),
  region,
};

export const registerInput = z
  .object({ ...person, password: newPassword, confirm_password: z.string({ error: 'Please repeat the password.' }).min(1, 'Please repeat the password.') })
  .refine((input) => input.password === input.confirm_password, { path: ['confirm_password'], error: REGISTER.passwordsDiffer, when: ({ value }) => bothGiven(value, 'password', 'confirm_password') });

const strongPassword = z
  .string({ error: CREATE_ADMIN.weakPassword })
  .max(PASSWORDS.maximum, ACCOUNT_RULES.longPassword)
  .refine((value) => registrationStrength(value) === 'Strong', CREATE_ADMIN.weakPassword)
  .refine((value) => !isKnownPassword(value), ACCOUNT_RULES.knownPassword);

export const createAdminInput = z.object({ ...person, password: strongPassword });

export const loginInput = z.object({
  username: z.string({ error: 'Please enter your email.' }).trim().min(1, 'Please enter your email.').max(1000),
  password: z.string({ error: 'Please enter your password.' }).min(1, 'Please enter your password.').max(1000),
});

const code = z
  .string({ error: OTP.incomplete })
  .trim()
  .regex(new RegExp(`^\\d{${CODES.length}}$`), OTP.incomplete);

export const verifyOtpInput = z.object({ email, otp: code });
export const verifyEmailInput = z.object({ otp: code });

export const CODE_PURPOSES = ['login', 'reset'] as const;
export const resendOtpInput = z.object({ email, purpose: z.enum(CODE_PURPOSES, { error: 'purpose must be login or reset.' }) });

export const resetRequestInput = z.object({ email });

export const resetInput = z.object({
  email,
  otp: z.string({ error: RESET.missingCode }).trim().min(1, RESET.missingCode).max(CODES.length, OTP.incomplete),
  new_password: newPassword,
});

/** What the reset form checks on top of `resetInput`: the repeated password. */
export const resetForm = resetInput
  .extend({
    new_password: z.string({ error: RESET.missingFields }).min(1, { error: RESET.missingFields, abort: true }).pipe(newPassword),
    confirm_password: z.string({ error: RESET.missingFields }).min(1, RESET.missingFields),
  })
  .refine((input) => input.new_password === input.confirm_password, { path: ['confirm_password'], error: RESET.passwordsDiffer, when: ({ value }) => bothGiven(value, 'new_password', 'confirm_password') });

function bothGiven(value: unknown, ...names: string[]): boolean {
  const record = value as Record<string, unknown>;
  return names.every((name) => typeof record?.[name] === 'string' && record[name] !== '');
}

/** No field is required (section 5); what is sent must fit. Empty optional fields are stored empty. */
export const updateProfileInput = z.object({
  first_name: person.first_name.optional(),
  last_name: person.last_name.optional(),
  phone_number: z.union([z.literal(''), phoneText], { error: ACCOUNT_RULES.phone }).optional(),
  digital_address: optionalText('your digital address', LENGTHS.name).transform((value) => value ?? '').optional(),
  city: optionalText('your city', LENGTHS.name).transform((value) => value ?? '').optional(),
  region: region.optional(),
  email: email.optional(),
  current_password: z.string().max(1000).optional(),
});

const role = z
  .string({ error: 'Please choose a role.' })
  .transform((value, context) => readRole(value) ?? (context.addIssue({ code: 'custom', message: 'role must be ADMIN or APPLICANT.' }), z.NEVER));

export const changeRoleInput = z.object({ role });
export const changeStatusInput = z.object({ is_active: booleanText('is_active') });

export const USER_SORTS = ['created_at', 'email', 'first_name', 'last_name', 'region', 'role', 'is_active'] as const;

export const listUsersQuery = listQuery.extend({
  sort: sortBy(USER_SORTS, '-created_at'),
  role: filter(role),
  is_active: filter(booleanText('is_active')),
  region: filter(region),
});

export const accessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.number() });

export const profile = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  phone_number: z.string(),
  region: z.string(),
  city: z.string(),
  digital_address: z.string(),
  role: z.enum(ROLES),
  is_active: z.boolean(),
  created_at: z.string(),
});

/** A row of the user list: the role is written in capitals there (contract.md section 4). */
export const userRow = profile.omit({ pending_email: true }).extend({ role: z.enum(['APPLICANT', 'ADMIN']) });

export type RegisterInput = z.output<typeof registerInput>;
export type CreateAdminInput = z.output<typeof createAdminInput>;
export type UpdateProfileInput = z.output<typeof updateProfileInput>;
export type ListUsersQuery = z.output<typeof listUsersQuery>;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
export type Profile = z.output<typeof profile>;
export type UserRow = z.output<typeof userRow>;
export type AccessToken = z.output<typeof accessToken>;
