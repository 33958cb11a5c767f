import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Review } from '#domain/judging/review-schema.ts';
import { createDraftSync } from '#app/editing/draft-sync.ts';
import { useFlushing } from '#app/editing/use-flushing.ts';
import type { Versioned } from '#app/api/transport.ts';
import { readDrafts } from '#app/storage/local-storage.ts';
import { judgingCalls } from './judging-calls.ts';
import { judgingLabels as labels } from './labels.ts';
import { toInput, toSaved } from './read-review.ts';
import { showReview } from './use-judging.ts';

/** Milliseconds after which a silent connection counts as none. */
const UNANSWERED_MS = 20_000;
const soon = () => ({ signal: AbortSignal.timeout(UNANSWERED_MS), fallback: labels.saveFailed });

const keyOf = (id: string, userId: string): string => `review:${id}:${userId}`;

/** `known`: what the screen has just fetched; from then on the server is asked. */
function createReviewSync(
  cache: QueryClient,
  { id, userId, known }: { id: string; userId: string; known?: Versioned<Review> },
) {
  let fresh = known;
  return createDraftSync(keyOf(id, userId), {
    fetch: async () => {
      const review = fresh ?? (await judgingCalls.getReview(id, soon()));
      fresh = undefined;
      return toSaved(review);
    },
    save: async (values, etag) => {
      const review = await judgingCalls.save(id, toInput(values), { ...soon(), etag });
      showReview(cache, review);
      return toSaved(review);
    },
  });
}

/** What the judge scores and writes, kept on this device at once and on the server soon after. */
export function useReviewDraft(review: Versioned<Review>, userId: string) {
  const cache = useQueryClient();
  const [sync] = useState(() => createReviewSync(cache, { id: review.id, userId, known: review }));
  const snapshot = useSyncExternalStore(sync.subscribe, sync.read, sync.read);
  useEffect(() => void sync.load(), [sync]);
  useFlushing(sync.flush, sync.leave);
  return { ...snapshot, sync };
}

export type ReviewDraft = ReturnType<typeof useReviewDraft>;

/** What of this review has not reached the server yet. */
export const readUnsent = (id: string, userId: string) => {
  const [draft] = readDrafts(keyOf(id, userId));
  return draft && draft.isSent !== true ? draft.values : undefined;
};

/** Sends what other visits have left on this device; returns how many there are still. */
export function useSending(reviews: readonly Review[], userId: string): number {
  const cache = useQueryClient();
  const [unsent, setUnsent] = useState(0);
  const ids = reviews.map(({ id }) => id).join(' ');
  useEffect(() => {
    const findUnsent = () => ids.split(' ').filter((id) => readUnsent(id, userId));
    const count = () => setUnsent(findUnsent().length);
    const syncs = findUnsent().map((id) => createReviewSync(cache, { id, userId }));
    count();
    for (const sync of syncs) {
      sync.subscribe(count);
      // Without a line it tries again by itself; a refusal is told where the review is opened.
      void sync
        .load()
        .then(sync.settleAll)
        .catch(() => {});
    }
    return () => syncs.forEach((sync) => sync.leave());
  }, [cache, ids, userId]);
  return unsent;
}
