import { useState } from 'react';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ReviewProposalInput } from '#domain/proposals/schema.ts';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import { desk } from './desk-calls.ts';

/** The email that a review of one proposal would lead to; nothing is changed. */
export function useMailPreview(id: string) {
  const [answer, setAnswer] = useState<BulkResponse | null>(null);
  return {
    answer,
    forget: () => setAnswer(null),
    look: async (change: ReviewProposalInput) =>
      setAnswer(
        await desk.changeMany(
          { ids: [id], change, preview: true },
          { fallback: PROPOSAL.updateFailed },
        ),
      ),
  };
}
