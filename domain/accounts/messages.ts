/** spec §8.1, §8.2 and §8.3 (sessions, accounts, Create Admin), word for word. */

export const REGISTER = {
  network: 'Registration failed. Check your network and try again.',
  failed: 'Registration failed.',
  done: 'Registration successful!',
  passwordsDiffer: 'Passwords do not match.',
} as const;

export const LOGIN = {
  failed: 'Login failed. Check your email or password and try again.',
  codeSent: 'OTP sent to your email',
} as const;

export const FORGOT = {
  blank: 'Please enter a valid email.',
  failed: 'Failed to verify email. Check your email and try again.',
  wrong: 'Something went wrong.',
} as const;

export const OTP = {
  failed: 'OTP verification failed. Enter valid OTP',
  fallback: 'Verification failed',
  done: 'OTP verified successfully!',
  incomplete: 'Please complete the OTP code.',
  resent: LOGIN.codeSent,
} as const;

export const RESET = {
  failed: 'Password reset failed',
  done: 'Password reset successfully! Please log in.',
  missingEmail: 'Missing email. Please restart the process.',
  missingCode: 'Please enter the OTP code.',
  missingFields: 'Please fill in all fields',
  passwordsDiffer: 'Passwords do not match',
} as const;

export const CREATE_ADMIN = {
  taken: 'Email already registered',
  failedTryAgain: 'Admin creation failed. Please try again.',
  failed: 'Admin creation failed.',
  noToken: 'No authentication token found.',
  done: 'Admin created successfully!',
  weakPassword:
    'Password must be at least 8 characters long, include an uppercase and lowercase letter, a number, and a special character.',
} as const;

export const ACCOUNT_RULES = {
  shortPassword: 'Password must be at least 8 characters long.',
  knownPassword: 'This password is too easy to guess. Choose another one.',
  longPassword: 'Password must be at most 256 characters long.',
  region: 'Select a region.',
  phone: 'Enter a Ghanaian phone number of 10 digits, such as 024 123 4567.',
  currentPassword: 'Enter your current password to change your email.',
  wrongCurrentPassword: 'The current password is wrong.',
  terms: 'Accept the terms to continue.',
  resetSent: 'If this email is registered, an OTP has been sent to it.',
  emailVerified: 'Your email has been changed.',
  newerCode: 'We sent a newer code. Enter the one from the latest email.',
  ownAccount: 'You cannot change the role or status of your own account.',
  firmRole: 'The role is ADMIN, EDITOR or VIEWER.',
  notAnAdmin: 'Only admin accounts can be activated or deactivated.',
  lastAdmin: 'This is the last active admin. Make someone else an admin first.',
  addressWorks: 'Only an applicant’s address can be corrected, and only while emails to it bounce.',
  emailCorrected: 'The email has been corrected.',
  emailCorrectFailed: 'Could not correct the email. Try again.',
  userNotFound: 'User not found',
  factorReset: 'Two-step verification has been reset.',
  factorResetFailed: 'Could not reset two-step verification. Try again.',
} as const;

const UNCHANGEABLE = { first_name: 'first name', last_name: 'last name', email: 'email' } as const;
export type UnchangeableField = keyof typeof UNCHANGEABLE;

/**
 * For cleared profile fields that cannot be empty: one sentence for all, as contract §5.25 says.
 */
export function describeUnchangeable(fields: readonly UnchangeableField[]): string {
  const names = fields.map((field) => UNCHANGEABLE[field]);
  const listed =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return `Your ${listed} cannot be empty, so the old ${names.length > 1 ? 'ones stay' : 'one stays'}.`;
}
