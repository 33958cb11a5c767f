/**
 * Sentences about sessions, exporting one's data and closing an account. None comes from the
 * specification.
 */

export const SESSION_RULES = {
  notFound: 'This session has already ended.',
  listFailed: 'Could not load where you are logged in.',
  endFailed: 'Could not end the session. Try again.',
  ended: 'The session has been ended.',
  ownSessions: 'You can end your own sessions in your profile.',
  othersEnded: 'You are logged out everywhere else.',
} as const;

/** After ten codes in an hour, which strangers may have asked for. */
export const CODE_RULES = {
  noMore:
    'No more codes can be sent for this account yet. Try again in an hour. To log in sooner, use a browser in which you have logged in before, or contact us.',
} as const;

/** Staying: a session that is renewed without another mailed code. */
export const RENEWAL = {
  missing: 'Enter your password.',
  wrongPassword: 'The password is wrong.',
  failed: 'You could not be kept logged in. Try again.',
} as const;

export const DATA_RULES = {
  failed: 'Could not collect your data. Try again.',
} as const;

export const CLOSING = {
  missingPassword: 'Enter your password to close your account.',
  wrongPassword: 'The password is wrong.',
  admin: 'An admin’s account cannot be closed here. Another admin can deactivate it.',
  failed: 'Could not close your account. Try again.',
  done: 'Your account has been closed, and everything in it has been deleted.',
} as const;
