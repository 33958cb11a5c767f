import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import type { AskedChange } from '#app/features/users/labels.ts';
import { joinFacts } from '#app/ui/join-facts.ts';

/** Labels of the page about one person. */
export const personLabels = {
  title: 'User',
  loading: 'Loading the user',
  back: 'All users',
  email: 'Email',
  phone: 'Phone',
  place: 'Place',
  joined: 'Joined',
  role: 'Role',
  status: 'Account',
  log: 'Audit log',
  byThem: 'What they did',
  aboutThem: 'What was done to the account',
  none: 'Not given',
  submitFor: (name: string) => `Submit for ${name}`,
  noEmail: 'None: call the number below',
  unclaimedTitle: 'Give this account an email address',
  unclaimedText: 'Call the number on file first. We’ll email the person how to choose a password.',
  give: 'Save address',

  proposals: 'Proposals',
  inTheList: 'See them in the list of submissions',
  proposalsFailed: 'The proposals could not be loaded.',
  noProposals: 'No proposals yet.',
  business: 'Business',
  program: 'Program',
  stage: 'Funding stage',
  decision: 'Status',
  submitted: 'Submitted',

  attempts: 'Refused submissions',
  loadingAttempts: 'Loading the refused submissions',
  attemptsFailed: 'Could not load this person’s refused submissions.',
  noAttempts: 'None.',

  sessions: 'Where they are logged in',
  loadingSessions: 'Loading where they are logged in',
  noSessions: 'Not logged in anywhere.',
  thisDevice: 'This device',
  sessionsFailed: 'Could not load where this person is logged in.',
  endAll: 'End all sessions',
  endFailed: 'Could not end the sessions. Try again.',
  allEnded: 'This person is logged out everywhere.',
  ownSessions: 'You can end your own sessions in your profile.',

  bouncedTitle: 'Emails to this address bounce',
  bouncedText:
    'They cannot log in without the emailed code. Ask them for the right address, for example by phone. When you correct it, they are logged out everywhere, both addresses get an email, and bounced emails are sent again.',
  newEmail: 'New email',
  correct: 'Correct the email',

  factor: 'Two-step verification',
  loadingFactor: 'Loading two-step verification',
  factorFailed: 'Could not load this person’s two-step verification.',
  ownFactor: 'You can change your own two-step verification in your profile.',
  on: 'On',
  off: 'Not set up',
  noFactor: 'Neither a passkey nor an authenticator app.',
  noFactorRequired:
    'Neither a passkey nor an authenticator app. They will be asked to set one up at their next login.',
  lost: 'Use this if they have lost their passkey, phone and recovery codes. They will set up again at next login.',
  reset: 'Reset two-step verification',
} as const;

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

export const describeProposals = (total: number): string => counted(total, 'proposal', 'proposals');
export const describeUse = (since: string, lastUsed: string): string =>
  joinFacts(
    `Logged in ${formatShortDateTime(since)}`,
    `last active ${formatShortDateTime(lastUsed)}`,
  );
export const describeFactorUse = ({
  created_at: since,
  last_used_at: lastUsed,
}: SecondFactor['factors'][number]): string =>
  joinFacts(
    `Since ${formatShortDate(since)}`,
    lastUsed ? `last used ${formatShortDateTime(lastUsed)}` : 'never used',
  );
export const describeCodes = (left: number): string =>
  `${counted(left, 'recovery code', 'recovery codes')} left.`;

/** The question before a person is logged out everywhere. */
export const askForEnd = (name: string): AskedChange => ({
  title: `End all sessions of ${name}?`,
  text: 'They are logged out on every device at once. They can log in again unless you deactivate the account.',
  confirmLabel: 'End all',
});

/** The question before an admin's passkeys, app and recovery codes are removed. */
export const askForReset = (name: string): AskedChange => ({
  title: `Reset two-step verification for ${name}?`,
  text: 'Their passkeys, authenticator app and recovery codes are removed, and they are logged out everywhere. They get an email. Do this only when you are sure the request comes from them.',
  confirmLabel: 'Reset',
});
