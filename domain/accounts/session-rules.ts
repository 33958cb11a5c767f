/** Staying: by the password or a passkey a session is renewed, without another mailed code. */
export const STAYING = {
  /** Time before the forced logout from which it is offered. */
  offerSeconds: 300,
  /** How long after a verified code it works. */
  renewableSeconds: 12 * 3600,
  /** Time after the end of a token in which it still works. */
  graceSeconds: 600,
} as const;
