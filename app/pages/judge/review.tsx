import { Suspense } from 'react';
import type { Review } from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import type { Dated } from '#app/api/transport.ts';
import { DeclareView, type ReviewProps } from '#app/features/judging/declare-view.tsx';
import { judgingLabels as labels } from '#app/features/judging/labels.ts';
import { nameOf } from '#app/features/judging/queue-list.tsx';
import { ReviewView } from '#app/features/judging/review-view.tsx';
import { useAhead } from '#app/features/judging/use-ahead.ts';
import {
  nextOf,
  queueOf,
  useReview,
  useReviews,
  useRounds,
  type Queue,
} from '#app/features/judging/use-judging.ts';
import { useSending } from '#app/features/judging/use-review-draft.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import type { Route } from './+types/review';
import { joinFacts } from '#app/ui/join-facts.ts';

/** Loaded on demand: nothing can be changed any more. */
const ClosedView = lazyPart(() => import('#app/features/judging/closed-view.tsx'));

export const meta = () => [{ title: labels.title }];

/** /dashboard/judging/{round_id}/{review_id}: one proposal is read and scored. */
export default function JudgeReview({ params: { roundId, reviewId } }: Route.ComponentProps) {
  const { review, queue, failed } = useJudged(roundId, reviewId);
  if (isMissing(failed?.error))
    return <NotFoundState title={failed.error.message} to={paths.judging} label={labels.back} />;
  if (failed || !review || !queue)
    return (
      <>
        <PageHeading title={labels.title} />
        {failed?.error ? (
          <ErrorState message={failed.error.message} onRetry={() => void failed.refetch()} />
        ) : (
          <Skeleton label={labels.loading} rows={10} isDesk />
        )}
      </>
    );
  if (review.round_id !== roundId || queue.round === undefined)
    return <NotFoundState title={labels.roundNotFound} to={paths.judging} label={labels.back} />;
  return <Reading review={review} queue={{ ...queue, round: queue.round }} />;
}

/** One's own review, with the round and its queue; `round` is undefined if it is not one's own. */
function useJudged(roundId: string, reviewId: string) {
  const rounds = useRounds();
  const reviews = useReviews();
  const one = useReview(reviewId);
  const isThere = rounds.data !== undefined && reviews.data !== undefined;
  const round = rounds.data?.items.find(({ id }) => id === roundId);
  const userId = useProfile().id;
  const own = round && queueOf(round, reviews.data?.items ?? [], userId);
  const others = reviews.data?.items.filter(({ id }) => id !== reviewId) ?? NONE;
  useSending(others, userId);
  useAhead(one.data && own && nextOf(own, reviewId));
  return {
    review: one.data,
    queue: isThere ? (own ?? { round: undefined }) : undefined,
    failed: [rounds, reviews, one].find(({ data, error }) => error && !data),
  };
}

const NONE: readonly Review[] = [];

function Reading({ review, queue }: { review: Dated<Review>; queue: Queue }) {
  const { round, reviews } = queue;
  const back = paths.judgingRound({ id: round.id });
  if (!isActive(review.state))
    return <NotFoundState title={labels.left} to={back} label={labels.backToRound} />;
  const place = reviews.findIndex(({ id }) => id === review.id) + 1;
  return (
    <>
      <PageHeading
        title={nameOf(review)}
        back={{ to: back, label: labels.backToRound }}
        lead={joinFacts(
          round.name,
          review.proposal.business_sector,
          placeOf(place, reviews.length),
        )}
      />
      <Suspense>
        <Shown key={review.id} review={review} round={round} next={nextOf(queue, review.id)} />
      </Suspense>
    </>
  );
}

/** What is read and scored; before it, the question about ties; in the end, everything as it is. */
function Shown(props: ReviewProps) {
  const { review, round } = props;
  if (round.state !== 'open') return <ClosedView {...props} />;
  return round.is_blind || review.declared_at ? (
    <ReviewView {...props} />
  ) : (
    <DeclareView {...props} />
  );
}

const placeOf = (place: number, total: number): string => (place > 0 ? `${place} of ${total}` : '');
