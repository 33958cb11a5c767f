import { joinFacts } from '#app/ui/join-facts.ts';

/** Labels of the profile and its form. */
export const profileLabels = {
  profileTitle: 'My Profile',
  profileLead: 'Your contact details',
  editProfile: 'Edit Profile',
  editTitle: 'Edit profile',
  save: 'Save changes',
  cancel: 'Cancel',
  name: 'Name',
  memberSince: 'Registered on',
  currentPassword: 'Current password',
  currentPasswordHint:
    'Required because you are changing your email. We’ll then send a code to the new address.',
  confirmEmailTitle: 'Confirm your new email',
  confirmEmailText:
    'We sent a 6-digit code to the address below. Your old email stays in use until you enter it.',
  confirmEmail: 'Confirm the email',
  resendPasswordHint: 'Required to send another code to the new address.',
} as const;

/** Labels for sessions, one's own data and closing the account. */
export const ownAccountLabels = {
  sessionsTitle: 'Where you are logged in',
  sessionsLead: 'Don’t recognise a device? Log it out and reset your password.',
  sessionsUnreachable: 'You’re offline, so we can’t show where you are logged in.',
  sessionsOffline:
    'You’re offline, so we can’t show where you are logged in. It will appear when you’re back online.',
  sessionsCached: 'You’re offline, so this list may be out of date.',
  loadingSessions: 'Loading where you are logged in',
  loadingFactor: 'Loading your two-step verification',
  thisDevice: 'This device',
  end: 'End',
  endOthers: 'End all other sessions',
  keep: 'Keep my account',

  remindersTitle: 'Reminders',
  reminders: 'Remind me before a deadline',
  remindersHint:
    'One email, 2 days before a program closes, if you have an unfinished draft for it.',
  remindersOn: 'We’ll remind you before a deadline.',
  remindersOff: 'You won’t get any more reminders.',

  dataTitle: 'My data',
  dataLead:
    'Everything we hold about you, in one ZIP file: your profile, proposals and drafts, what we sent you, and your documents. The download may be large.',
  download: 'Download my data',

  closeTitle: 'Close my account',
  closeLead: 'We’ll close your account and permanently delete:',
  deleted: [
    'your profile and all your sessions',
    'all your proposals and their documents, including decided ones',
    'your drafts with their files',
    'the messages you sent us from this address',
  ],
  closeHint: 'This can’t be undone. Download your data first if you may still need it.',
  close: 'Close my account',
  dialogTitle: 'Close your account for good?',
  password: 'Your password',
  passwordHint: 'So nobody else who has your phone can do this.',
  confirmClose: 'Delete everything',
  keepShared:
    'To keep something for them, open it, then hand it over to one of them under “People”.',
} as const;

export const describeUse = (since: string, lastUsed: string): string =>
  joinFacts(`Logged in ${since}`, `last active ${lastUsed}`);
/** For screen readers, which announce the button without its row. */
export const endLabel = (device: string, since: string): string =>
  `End the session of ${device}, since ${since}`;
