import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Review } from '#domain/judging/review-schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { createDraftSync } from '#app/editing/draft-sync.ts';
import { useFlushing } from '#app/editing/use-flushing.ts';
import type { Dated } from '#app/api/transport.ts';
import { readDrafts, writeDrafts } from '#app/storage/local-storage.ts';
import { judgingCalls } from './judging-calls.ts';
import { judgingLabels as labels } from './labels.ts';
import { keyOf, toInput, toSaved } from './read-review.ts';
import { showReview } from './use-judging.ts';

/** Milliseconds after which a silent connection counts as none. */
const UNANSWERED_MS = 20_000;
const soon = () => ({ signal: AbortSignal.timeout(UNANSWERED_MS), fallback: labels.saveFailed });

/** `known`: what the screen has just fetched; from then on the server is asked. */
export function createReviewSync(
  cache: QueryClient,
  { id, userId, known }: { id: string; userId: string; known?: Dated<Review> },
) {
  let fresh = known;
  return createDraftSync(keyOf(id, userId), {
    fetch: async () => {
      const review = fresh ?? (await judgingCalls.getReview(id, soon()));
      fresh = undefined;
      // What was typed on this device since is newer than an answer kept for offline use.
      if (review.isOffline && readDrafts(keyOf(id, userId)).length > 0)
        throw new ApiError(0, 'network', labels.saveFailed);
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
export function useReviewDraft(review: Dated<Review>, userId: string) {
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

/** For good. */
export const dropUnsent = (id: string, userId: string): void => writeDrafts(keyOf(id, userId), []);

type Unsent = {
  /** How many are on their way. */
  sending: number;
  /** Those that the server does not take any more, with its reason. */
  refused: { id: string; reason: string }[];
};

/** Sends what other visits have left on this device. */
export function useSending(reviews: readonly Review[], userId: string): Unsent {
  const cache = useQueryClient();
  const [unsent, setUnsent] = useState<Unsent>({ sending: 0, refused: [] });
  const ids = reviews.map(({ id }) => id).join(' ');
  useEffect(() => {
    const left = ids.split(' ').filter((id) => readUnsent(id, userId));
    const syncs = left.map((id) => ({ id, sync: createReviewSync(cache, { id, userId }) }));
    const count = () => {
      const refused = syncs.flatMap(({ id, sync }) => {
        const { save } = sync.read();
        return save.kind === 'refused' ? [{ id, reason: save.message }] : [];
      });
      const open = left.filter((id) => readUnsent(id, userId)).length;
      setUnsent({ sending: open - refused.length, refused });
    };
    count();
    for (const { sync } of syncs) {
      sync.subscribe(count);
      // Without a connection it tries again by itself.
      void sync
        .load()
        .then(sync.settleAll)
        .catch(() => {});
    }
    const sendAll = () => syncs.forEach(({ sync }) => sync.flush());
    window.addEventListener('online', sendAll);
    return () => {
      window.removeEventListener('online', sendAll);
      syncs.forEach(({ sync }) => sync.leave());
    };
  }, [cache, ids, userId]);
  return unsent;
}
