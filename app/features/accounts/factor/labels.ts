import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { FactorMethod, SecondFactor } from '#domain/accounts/factor-schema.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

type Factor = SecondFactor['factors'][number];

/** What login and profile say about the second factor. */
export const factorLabels = {
  stepTitle: 'Confirm it’s you',
  passkeyLead: 'Use your fingerprint, your face, the PIN of this device, or your security key.',
  usePasskey: 'Use your passkey',
  noPasskeys: 'This browser cannot use passkeys. Choose another way.',
  cancelled: 'That was cancelled, or it took too long. Try again, or choose another way.',
  appLead: 'Enter the 6-digit code your authenticator app shows now.',
  appCode: 'Code from your app',
  recoveryLead: 'Enter one of the recovery codes you saved when you set up two-step verification.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'Ten letters and digits. Each code works once.',
  logIn: 'Log in',
  otherWays: 'Other ways',
  lost: 'Lost everything? Another admin can reset your two-step verification.',
  backToLogin: 'Back to login',

  title: 'Passkey or authenticator app',
  lead: 'When you log in, we’ll also ask for your passkey or a code from your app, after your password and the emailed code. Someone who gets into your email still can’t log in as you.',
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
  passwordHint: 'So nobody else can do this if you leave your screen open.',

  passkeyTitle: 'Add a passkey',
  passkeyText:
    'A passkey is your fingerprint, your face or the PIN of a device, or a security key. Your browser will ask for it next.',
  passkeyName: 'Name of the passkey',
  passkeyNameHint: 'Something you’ll recognise, such as “Work laptop”.',
  appTitle: 'Set up an authenticator app',
  appText:
    'Any app that shows 6-digit codes will do. It works on a phone without a connection, too.',
  scan: 'Scan this with the app, then enter the 6-digit code it shows.',
  picture: 'QR code for your authenticator app',
  typeInstead: 'Or type this key into the app:',
  confirmApp: 'Confirm',
  renewTitle: 'Make new recovery codes?',
  renewText: 'Your current codes will stop working.',

  codesTitle: 'Save your recovery codes',
  codesText:
    'Each code logs you in once if you lose your passkey and your phone. You won’t see them again: print them, or save them in your password manager.',
  copy: 'Copy',
  print: 'Print',
  saved: 'I have saved them',

  requiredTitle: 'Set up two-step verification',
  requiredLead:
    'Admins need two-step verification here. Choose a passkey or an authenticator app. It takes a minute, then you can continue.',
} as const;

const KINDS: Record<Factor['kind'], string> = { passkey: 'Passkey', totp: 'App' };
export const METHOD_LABELS: Record<FactorMethod, string> = {
  passkey: factorLabels.usePasskey,
  totp: 'Use your authenticator app',
  recovery: 'Use a recovery code',
};

/** An app needs no name; only passkeys are described beside their names. */
export const describeFactor = ({ kind, created_at, last_used_at }: Factor): string =>
  joinFacts(
    kind === 'passkey' && KINDS[kind],
    `added on ${formatShortDate(created_at)}`,
    last_used_at ? `last used ${formatShortDateTime(last_used_at)}` : 'not used yet',
  ).replace(/^./, (letter) => letter.toUpperCase());

export const askToRemove = (name: string): string => `Remove “${name}”?`;
export const removeLabel = (name: string): string => `Remove ${name}`;
export const describeRemoval = (isLast: boolean): string =>
  isLast
    ? 'It is your last one. Your password and the emailed code will be enough to log in, and your recovery codes will be deleted.'
    : 'You will no longer be able to log in with it.';
export const describeLeft = (left: number): string =>
  left === 1 ? 'One code is left.' : `${left} codes are left.`;
