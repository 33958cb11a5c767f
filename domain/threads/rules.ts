/** Sentences about messages between an applicant and the firm, contract §10. */
export const THREAD = {
  failed: 'Could not send your message. Check your connection and try again.',
} as const;

export const THREAD_LIMITS = { textLength: 5_000 } as const;
