import * as z from 'zod/mini';
import { CODES, LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { visibleOf } from '../plain-text.ts';
import { REVIEW_RULES } from '../proposals/messages.ts';
import { REGIONS } from '../regions.ts';
import { blankableText, booleanText, readText, requiredText, UUID } from '../text.ts';
import { tidyCode } from './code-rules.ts';
import { isEmail } from './email-rules.ts';
import { ACCOUNT_RULES, FORGOT, OTP } from './messages.ts';
import {
  isPhone,
  JUDGE_STATES,
  normaliseEmail,
  normalisePhone,
  readRole,
  ROLES,
  tidyDigitalAddress,
} from './rules.ts';

export const email = z
  .string({ error: FORGOT.blank })
  .check(z.overwrite(normaliseEmail), z.refine(isEmail, FORGOT.blank));

const phoneText = z
  .string()
  .check(z.overwrite(normalisePhone), z.refine(isPhone, ACCOUNT_RULES.phone));
const phone = z.pipe(requiredText('your phone number', 40), phoneText);
const tidyAddress = z.transform(tidyDigitalAddress);
const region = z.enum(REGIONS, { error: ACCOUNT_RULES.region });

const DIGITAL_ADDRESS = 'your digital address';

/** The initial fields of an account. */
export const person = {
  first_name: requiredText('your first name', LENGTHS.name),
  last_name: requiredText('your last name', LENGTHS.name),
  email,
  phone_number: phone,
  city: requiredText('your city or town', LENGTHS.name),
  digital_address: z.pipe(requiredText(DIGITAL_ADDRESS, LENGTHS.digitalAddress), tidyAddress),
  region,
};

export const loginInput = z.object({
  username: z
    .string({ error: 'Enter your email.' })
    .check(z.trim(), z.minLength(1, 'Enter your email.'), z.maxLength(1000)),
  password: filled('Enter your password.').check(z.maxLength(1000)),
});

const code = z
  .string({ error: OTP.incomplete })
  .check(z.overwrite(tidyCode), z.regex(new RegExp(`^\\d{${CODES.length}}$`), OTP.incomplete));

export const verifyOtpInput = z.object({ email, otp: code });
export const verifyEmailInput = z.object({ otp: code });

const CODE_PURPOSES = ['login', 'reset'] as const;
export const resendOtpInput = z.object({
  email,
  purpose: z.enum(CODE_PURPOSES, { error: 'Say what the code is for: login or reset.' }),
});

export const resetRequestInput = z.object({ email });

export function filled(missing: string) {
  return z.string({ error: missing }).check(z.minLength(1, { error: missing, abort: true }));
}

/** Null, and text without a visible character, count as empty: ''. */
function blankOr<O extends string>(schema: z.core.$ZodType<O, string>, error: string) {
  const tidied = z.transform((value: string | null) =>
    value === null || (typeof value === 'string' && visibleOf(value) === '') ? '' : value,
  );
  return z.pipe(tidied, z.union([z.literal(''), schema], { error }));
}

/**
 * No field is required; sent values must be valid. A cleared name or e-mail keeps its old value;
 * any other field is stored empty.
 */
export const updateProfileInput = z.object({
  first_name: z.optional(blankableText('your first name', LENGTHS.name)),
  last_name: z.optional(blankableText('your last name', LENGTHS.name)),
  phone_number: z.optional(blankOr(phoneText, ACCOUNT_RULES.phone)),
  digital_address: z.optional(
    z.pipe(blankableText(DIGITAL_ADDRESS, LENGTHS.digitalAddress), tidyAddress),
  ),
  city: z.optional(blankableText('your city or town', LENGTHS.name)),
  region: z.optional(blankOr(region, ACCOUNT_RULES.region)),
  email: z.optional(blankOr(email, FORGOT.blank)),
  current_password: z.optional(z.string().check(z.maxLength(1000))),
  wants_reminders: z.optional(booleanText('you want to be reminded of deadlines')),
});

const role = readText(
  readRole,
  'The role is ADMIN, EDITOR, VIEWER or APPLICANT.',
  'Choose a role.',
);

export const changeRoleInput = z.object({ role });
export const changeStatusInput = z.object({
  is_active: booleanText('the account is active'),
  /** Takes over what a deactivated admin has not decided; without it, nobody does. */
  assign_to: z.optional(z.nullable(z.string().check(z.regex(UUID, REVIEW_RULES.assigneeGone)))),
});

const USER_SORTS = [
  'created_at',
  'email',
  'first_name',
  'last_name',
  'region',
  'role',
  'is_active',
] as const;

export const listUsersQuery = z.extend(listQuery, {
  sort: sortBy(USER_SORTS, '-created_at'),
  role: filter(role),
  is_active: filter(booleanText('the account is active')),
  region: filter(region),
});

export const accessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  /** Present only if an admin must set up a second factor before anything else. */
  second_factor_setup_required: z.optional(z.literal(true)),
});

export const profile = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  pending_email: z.nullable(z.string()),
  phone_number: z.string(),
  region: z.string(),
  city: z.string(),
  digital_address: z.string(),
  role: z.enum(ROLES),
  is_active: z.boolean(),
  /** Whether they are reminded of deadlines by mail while they have an unfinished draft. */
  wants_reminders: z.boolean(),
  created_at: z.string(),
  /** Present only if an admin must set up a second factor before anything else. */
  second_factor_setup_required: z.optional(z.literal(true)),
});

/** The answer to a change of the profile; `message` says what was not accepted. */
export const changedProfile = z.extend(profile, { message: z.optional(z.string()) });

/** A row of the user list, where contract §4.7 writes the role in capitals. */
export const userRow = z.extend(
  z.omit(profile, {
    pending_email: true,
    wants_reminders: true,
    second_factor_setup_required: true,
  }),
  {
    role: z.enum(['APPLICANT', 'JUDGE', 'ADMIN', 'EDITOR', 'VIEWER']),
    /** Null: opened at the desk for somebody who gave none. */
    email: z.nullable(z.string()),
    /** Of judges: what became of their invitation. Nobody else has one. */
    judge_state: z.optional(z.enum(JUDGE_STATES)),
  },
);

/** For a single user: whether mail to the address has come back, and none was sent since. */
export const singleUser = z.extend(userRow, {
  email_bounced: z.boolean(),
  /** Opened at the desk, and nobody has chosen a password yet: its address can be set. */
  is_unclaimed: z.optional(z.literal(true)),
});
export const correctEmailInput = z.object({ email });

export type ChangeStatusInput = z.output<typeof changeStatusInput>;
export type SingleUser = z.output<typeof singleUser>;
export type UpdateProfileInput = z.output<typeof updateProfileInput>;
export type ListUsersQuery = z.output<typeof listUsersQuery>;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
export type Profile = z.output<typeof profile>;
export type ChangedProfile = z.output<typeof changedProfile>;
export type UserRow = z.output<typeof userRow>;
export type AccessToken = z.output<typeof accessToken>;
