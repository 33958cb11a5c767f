import { useSearchParams } from 'react-router';
import type { Review } from '#domain/judging/review-schema.ts';
import { isUnfinished } from '#domain/judging/rules.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { describeRound, judgingLabels as labels } from '#app/features/judging/labels.ts';
import { QueueList } from '#app/features/judging/queue-list.tsx';
import { queueOf, useReviews, useRounds, type Queue } from '#app/features/judging/use-judging.ts';
import { PitchLink } from '#app/features/judging/pitch-link.tsx';
import { UnsentView } from '#app/features/judging/unsent-view.tsx';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { NotFoundState } from '#app/shell/not-found-state.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/round';
import css from './judging.module.css';

export const meta = () => [{ title: labels.title }];

/** /dashboard/judging/{round_id}: the judge's queue. `?show=done`: what is not waiting any more. */
export default function JudgingRound({ params: { roundId } }: Route.ComponentProps) {
  const rounds = useRounds();
  const reviews = useReviews();
  const { id: userId } = useProfile();
  const failed = [rounds, reviews].find(({ data, error }) => error && !data);
  if (failed)
    return (
      <>
        <PageHeading title={labels.title} />
        <ErrorState message={failed.error!.message} onRetry={() => void failed.refetch()} />
      </>
    );
  if (!rounds.data || !reviews.data)
    return (
      <>
        <PageHeading title={labels.title} />
        <Skeleton label={labels.loading} rows={5} />
      </>
    );
  const round = rounds.data.items.find(({ id }) => id === roundId);
  if (!round)
    return <NotFoundState title={labels.roundNotFound} to={paths.judging} label={labels.back} />;
  return <QueueView queue={queueOf(round, reviews.data.items, userId)} all={reviews.data.items} />;
}

function QueueView({ queue, all }: { queue: Queue; all: readonly Review[] }) {
  const { round, reviews, given, done, next } = queue;
  const [search] = useSearchParams();
  // Once nothing waits any more, what one has done is what there is to see.
  const isDone = (search.get('show') ?? (round.state === 'open' ? 'open' : 'done')) === 'done';
  const shown = reviews.filter(({ state }) => isUnfinished(state) !== isDone);
  const total = reviews.length;
  return (
    <>
      <PageHeading
        title={round.name}
        back={{ to: paths.judging, label: labels.back }}
        lead={joinFacts(round.program_title, describeRound(round, given, serverNow()))}
        actions={
          <>
            {round.kind === 'pitch' && <PitchLink round={round} />}
            {round.kind === 'reading' && round.state === 'open' && next && (
              <LinkButton to={paths.review({ roundId: round.id, id: next.id })}>
                {done > 0 || next.state === 'started' ? labels.goOn : labels.start}
              </LinkButton>
            )}
            {round.state === 'released' && (
              <LinkButton to={paths.record({ id: round.program_id })} variant="secondary">
                {labels.record}
              </LinkButton>
            )}
          </>
        }
      />
      <UnsentView reviews={all} />
      <nav className={`${css.show} row`} aria-label={labels.show}>
        {[false, true].map((one) => (
          <LinkButton
            key={String(one)}
            to={paths.judgingRound({ id: round.id }, { show: one ? 'done' : 'open' })}
            variant={one === isDone ? 'secondary' : 'quiet'}
            isSmall
            aria-current={one === isDone ? 'true' : undefined}
          >
            <span>{`${one ? labels.done : labels.open} (${one ? done : total - done})`}</span>
          </LinkButton>
        ))}
      </nav>
      {shown.length > 0 ? (
        <QueueList reviews={shown} />
      ) : (
        <EmptyState message={isDone ? labels.nothingDone : labels.nothingOpen} />
      )}
    </>
  );
}
