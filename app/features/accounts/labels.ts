import type { Profile } from '#domain/accounts/schema.ts';

export type Person = Pick<
  Profile,
  'first_name' | 'last_name' | 'email' | 'phone_number' | 'region' | 'city' | 'digital_address'
>;

/** Labels of the account screens; `login` loads all of them. */
export const accountLabels = {
  registerTitle: 'Create your account',
  registerLead: 'One account covers every program. All fields are required.',
  register: 'Create account',
  registering: 'Creating account…',
  haveAccount: 'Already registered?',
  chooseRegion: 'Choose a region',
  askEmail: (meant: string) => `Did you mean ${meant}?`,
  useEmail: 'Use it',
  phoneHint: '10 digits, such as 024 123 4567. Spaces are fine.',
  addressHint: 'From GhanaPostGPS, such as GA-183-8164.',
  password: 'Password',
  passwordHint: 'At least 8 characters. Several unrelated words work well.',
  confirm: 'Confirm password',
  strength: 'Strength',
  termsStart: 'I accept the',
  terms: 'terms',
  and: 'and the',
  privacy: 'privacy notice',

  loginTitle: 'Log in',
  loginLead: 'Next, we’ll email you a one-time code.',
  login: 'Log in',
  loggingIn: 'Logging in…',
  yours: 'Is it yours?',
  or: 'or',
  setPassword: 'set a new password',
  noAccount: 'New here?',
  createOne: 'Create an account',
  forgot: 'Forgot your password?',
  forApplying: 'Log in and we’ll take you straight to your application.',

  otpTitle: 'Enter your code',
  sentTo: 'We sent a 6-digit code to',
  maybeSentTo: 'If this address has an account, we sent a 6-digit code to it:',
  codeLife: 'It expires in 10 minutes. Check your spam folder if it hasn’t arrived.',
  code: 'One-time code',
  verify: 'Verify',
  resend: 'Send a new code',
  otherEmail: 'Use another email',
  loadingStep: 'Loading the next step',

  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter your account’s email and we’ll send a code to it.',
  invitedTitle: 'Set your own password',
  invitedLead: 'We’ll send a code to this address. Use it to set your password.',
  sendCode: 'Send the code',
  sendingCode: 'Sending the code…',
  backToLogin: 'Back to login',

  resetTitle: 'Set a new password',
  newPassword: 'New password',
  reset: 'Set the new password',

  nothing: 'Not given',
} as const;

export const PERSON_LABELS: Record<keyof Person, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone_number: 'Phone number',
  region: 'Region',
  city: 'City or town',
  digital_address: 'Digital address',
};

export const waitText = (seconds: number): string =>
  `You can ask for a new code in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
