import { useQuery, type QueryClient } from '@tanstack/react-query';
import { isUnfinished } from '#domain/judging/rules.ts';
import type { Review } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { Page, Versioned } from '#app/api/transport.ts';
import { judgingCalls } from './judging-calls.ts';
import { judgingLabels as labels } from './labels.ts';

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
export function showReview(cache: QueryClient, review: Versioned<Review>): void {
  cache.setQueryData(reviewKey(review.id), review);
  markState(cache, review.id, review.state);
}

/** In the queue at once, also while there is no line. */
export function markState(cache: QueryClient, id: string, state: Review['state']): void {
  cache.setQueryData<Page<Review>>(
    REVIEWS,
    (page) =>
      page && {
        ...page,
        items: page.items.map((one) => (one.id === id ? { ...one, state } : one)),
      },
  );
}

export type Queue = {
  round: Round;
  reviews: Review[];
  done: number;
  /** The first that is waiting. */
  next: Review | undefined;
};

/** A round with what the judge has in it. */
export function queueOf(round: Round, reviews: readonly Review[]): Queue {
  const own = reviews.filter(({ round_id }) => round_id === round.id);
  const waiting = own.filter(({ state }) => isUnfinished(state));
  return { round, reviews: own, done: own.length - waiting.length, next: waiting[0] };
}

/** The first that is waiting after this one, or else before it. */
export function nextOf({ reviews }: Queue, id: string): Review | undefined {
  const place = reviews.findIndex((one) => one.id === id);
  const others = [...reviews.slice(place + 1), ...reviews.slice(0, Math.max(place, 0))];
  return others.find(({ state }) => isUnfinished(state));
}
