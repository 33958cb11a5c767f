const KEPT = 'What you have typed is kept on this device and will be here after your next login.';

export const sessionLabels = {
  warningTitle: 'You will be logged out soon',
  warning: `For your security, you’ll be logged out in less than 2 minutes. ${KEPT}`,
  close: 'Close',
  kept: KEPT,
  expiredTitle: 'Session Expired',
  ok: 'OK',
  soon: 'You will be logged out in less than 5 minutes.',
  stay: 'Stay logged in',
  mayStay:
    'Or stay here: for the next ten minutes your password is enough, without a code by email.',
  before: 'With your password you stay logged in for another 29 minutes, without a code by email.',
  after: 'With your password you go on where you were, without a code by email.',
  nothingLost: 'Nothing you have typed is lost.',
  passwordOf: (email: string) => `Password of ${email}`,
  cancel: 'Cancel',
  passkey: 'Use a passkey',
  passkeyCancelled: 'No passkey was used. Try again, or enter your password.',
  offline: 'There is no connection. Nothing is lost: try again once you are online.',
  stayed: 'You stay logged in.',
} as const;
