import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { FactorMethod, SecondFactor } from '#domain/accounts/factor-schema.ts';

type Factor = SecondFactor['factors'][number];

/** What login and profile say about the second factor. */
export const factorLabels = {
  stepTitle: 'Confirm that it is you',
  passkeyLead: 'Use your fingerprint, your face, the PIN of this device, or your security key.',
  usePasskey: 'Use your passkey',
  noPasskeys: 'This browser cannot use passkeys. Choose another way.',
  cancelled: 'That was cancelled, or it took too long. Try again, or choose another way.',
  appLead: 'Enter the six digits that your authenticator app shows now.',
  appCode: 'Code from your app',
  recoveryLead: 'Enter one of the recovery codes you saved when you set up two-step verification.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Ten letters and digits. Each code works once.',
  logIn: 'Log in',
  otherWays: 'Other ways',
  lost: 'Lost everything? Another admin can reset your two-step verification.',
  backToLogin: 'Back to login',

  title: 'Passkey or authenticator app',
  lead: 'Besides your password and the emailed code, a login then asks for your passkey or a code from your app. Someone who gets into your email still can’t log in as you.',
  on: 'On',
  off: 'Not set up',
  loading: 'Loading your two-step verification',
  addPasskey: 'Add a passkey',
  setUpApp: 'Set up an authenticator app',
  remove: 'Remove',
  recoveryTitle: 'Recovery codes',
  renew: 'Make new codes',
  cancel: 'Cancel',
  next: 'Next',
  password: 'Your password',
  passwordHint: 'So that nobody else who finds your screen open can do it.',

  passkeyTitle: 'Add a passkey',
  passkeyText:
    'A passkey is your fingerprint, your face or the PIN of a device, or a security key. Your browser asks for it next.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'So that you recognise it, such as “Work laptop”.',
  appTitle: 'Set up an authenticator app',
  appText: 'Any app that shows six digits will do. It works on a phone without a connection, too.',
  scan: 'Scan this with the app, then enter the six digits that it shows.',
  picture: 'QR code for your authenticator app',
  typeInstead: 'Or type this key into the app:',
  confirmApp: 'Confirm',
  renewTitle: 'Make new recovery codes?',
  renewText: 'The codes that you have now stop working.',

  codesTitle: 'Keep your recovery codes',
  codesText:
    'Each lets you in once if you lose your passkey and your phone. They are shown only now: print them, or keep them in your password manager.',
  copy: 'Copy',
  print: 'Print',
  saved: 'I have kept them',

  requiredTitle: 'Set up two-step verification',
  requiredLead:
    'Admins need one here. Choose a passkey or an authenticator app; it takes a minute. After that you go on.',
} as const;

const KINDS: Record<Factor['kind'], string> = { passkey: 'Passkey', totp: 'App' };
export const METHOD_LABELS: Record<FactorMethod, string> = {
  passkey: factorLabels.usePasskey,
  totp: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};

/** An app needs no name; only passkeys are described beside their names. */
export const describeFactor = ({ kind, created_at, last_used_at }: Factor): string =>
  [
    ...(kind === 'passkey' ? [KINDS[kind]] : []),
    `added on ${formatShortDate(created_at)}`,
    last_used_at ? `last used ${formatShortDateTime(last_used_at)}` : 'not used yet',
  ]
    .join(' · ')
    .replace(/^./, (letter) => letter.toUpperCase());

export const askToRemove = (name: string): string => `Remove “${name}”?`;
export const removeLabel = (name: string): string => `Remove ${name}`;
export const describeRemoval = (isLast: boolean): string =>
  isLast
    ? 'It is your last one: then your password and the mailed code are enough to log in, and your recovery codes are gone.'
    : 'You can no longer log in with it.';
export const describeLeft = (left: number): string =>
  left === 1 ? 'One code is left.' : `${left} codes are left.`;
