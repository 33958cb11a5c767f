import { useQuery, type QueryClient } from '@tanstack/react-query';
import { isActive, isUnfinished } from '#domain/judging/rules.ts';
import type { Review } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Dated, Page } from '#app/api/transport.ts';
import { readDrafts } from '#app/storage/local-storage.ts';
import { judgingCalls } from './judging-calls.ts';
import { judgingLabels as labels } from './labels.ts';
import { DONE, keyOf } from './read-review.ts';

const ROUNDS = ['judging', 'judged', 'rounds'];
const REVIEWS = ['judging', 'judged', 'reviews'];
const reviewKey = (id: string) => ['judging', 'judged', id];

export const useRounds = () =>
  useQuery({
    queryKey: ROUNDS,
    queryFn: ({ signal }) => judgingCalls.listRounds({ signal, fallback: labels.failed }),
  });

/** One's own in all rounds, in their order. */
export const useReviews = () =>
  useQuery({
    queryKey: REVIEWS,
    queryFn: ({ signal }) => judgingCalls.listReviews({ signal, fallback: labels.failed }),
  });

export const reviewQuery = (id: string) => ({
  queryKey: reviewKey(id),
  queryFn: () => judgingCalls.getReview(id, { fallback: labels.failed }),
});

export const useReview = (id: string) => useQuery(reviewQuery(id));

/** Shows what a call has answered, in the queue too. */
export function showReview(cache: QueryClient, review: Dated<Review>): void {
  cache.setQueryData(reviewKey(review.id), review);
  const { state, total } = review;
  mark(cache, review.id, { state, total });
}

/** In the queue at once, also while there is no line. */
export const markState = (cache: QueryClient, id: string, state: Review['state']): void =>
  mark(cache, id, { state });

function mark(cache: QueryClient, id: string, change: Partial<Review>): void {
  cache.setQueryData<Page<Review>>(
    REVIEWS,
    (page) =>
      page && {
        ...page,
        items: page.items.map((one) => (one.id === id ? { ...one, ...change } : one)),
      },
  );
}

export type Queue = {
  round: Round;
  reviews: Review[];
  /** Given, of those to give: what is not judged is in neither. */
  given: { done: number; total: number };
  /** What waits no more, not judged included. */
  done: number;
  /** The first that is waiting. */
  next: Review | undefined;
};

/** A round with what the judge has in it, also what this device alone knows of it. */
export function queueOf(round: Round, reviews: readonly Review[], userId: string): Queue {
  const listed = reviews.filter(({ round_id }) => round_id === round.id);
  const own = round.state === 'open' ? listed.map((one) => withKept(one, userId)) : listed;
  const waiting = own.filter(({ state }) => isUnfinished(state));
  const active = own.filter(({ state }) => isActive(state));
  const given = { done: active.length - waiting.length, total: active.length };
  return { round, reviews: own, given, done: own.length - waiting.length, next: waiting[0] };
}

/** The first that is waiting after this one, or else before it. */
export function nextOf({ reviews }: Queue, id: string): Review | undefined {
  const place = reviews.findIndex((one) => one.id === id);
  const others = [...reviews.slice(place + 1), ...reviews.slice(0, Math.max(place, 0))];
  return others.find(({ state }) => isUnfinished(state));
}

/** The list may be older than what was finished here, with or without a connection. */
function withKept(review: Review, userId: string): Review {
  if (!isUnfinished(review.state)) return review;
  const [draft] = readDrafts(keyOf(review.id, userId));
  return draft?.values[DONE] ? { ...review, state: 'submitted' } : review;
}
