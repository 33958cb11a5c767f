/** Our own sentences that several nouns share. */
export const SHARED_RULES = {
  changedMeanwhile:
    'Somebody else has changed this. Reload to see the latest version, then make your change again.',
  forbidden: 'You are not allowed to do this.',
  tooManyAttempts: 'Too many attempts. Wait a few minutes and try again.',
  idempotencyKey: 'The Idempotency-Key can have at most 200 characters.',
  idempotencyKeyReused: 'This Idempotency-Key was already used with other content.',
  inProgress: 'The same request is still being processed. Try again in a moment.',
} as const;
