import { serverNow } from '#app/api/server-clock.ts';
import { housePattern } from '#app/brand/house-pattern.ts';
import { PatternBand } from '#app/brand/pattern-band.tsx';
import { describeRound, judgingLabels as labels } from '#app/features/judging/labels.ts';
import { PitchLink } from '#app/features/judging/pitch-link.tsx';
import { UnsentView } from '#app/features/judging/unsent-view.tsx';
import { queueOf, useReviews, useRounds, type Queue } from '#app/features/judging/use-judging.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './judging.module.css';

export const meta = () => [{ title: labels.title }];

/** /dashboard/judging: a judge's home, with what is waiting in each round. */
export default function Judging() {
  const { first_name: firstName } = useProfile();
  return (
    <>
      <PageHeading title={labels.title} lead={labels.greet(firstName)} />
      <Rounds />
    </>
  );
}

function Rounds() {
  const rounds = useRounds();
  const reviews = useReviews();
  const { id: userId } = useProfile();
  const failed = [rounds, reviews].find(({ data, error }) => error && !data);
  if (failed)
    return <ErrorState message={failed.error!.message} onRetry={() => void failed.refetch()} />;
  if (!rounds.data || !reviews.data) return <Skeleton label={labels.loading} rows={3} />;
  const { items } = reviews.data;
  const queues = rounds.data.items
    .map((round) => queueOf(round, items, userId))
    .toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
  return (
    <>
      <UnsentView reviews={items} />
      {queues.length === 0 && <Nothing />}
      {queues.length > 0 && !queues.some(isWaiting) && <p>{labels.none}</p>}
      <ul className={css.rounds}>
        {queues.map((queue) => (
          <RoundCard key={queue.round.id} queue={queue} />
        ))}
      </ul>
    </>
  );
}

const isWaiting = ({ round, next }: Queue): boolean => round.state === 'open' && Boolean(next);

const Nothing = () => (
  <EmptyState
    message={labels.none}
    ornament={<PatternBand pattern={housePattern} thread={1} />}
    action={<span className="note">{labels.noneText}</span>}
  />
);

function RoundCard({ queue: { round, reviews, given, done, next } }: { queue: Queue }) {
  const total = reviews.length;
  const isOpen = round.state === 'open';
  return (
    <li>
      <h2>{round.name}</h2>
      <p className={`${css.quiet} note`}>{round.program_title}</p>
      <p className={css.progress}>{describeRound(round, given, serverNow())}</p>
      <progress max={given.total || 1} value={given.done} aria-hidden="true" />
      {isOpen && !next && total > 0 && <p>{labels.allDone}</p>}
      <div className={`${css.actions} row`}>
        {round.kind === 'pitch' && <PitchLink round={round} />}
        {round.kind === 'reading' && isOpen && next && (
          <LinkButton to={paths.review({ roundId: round.id, id: next.id })}>
            {done > 0 || next.state === 'started' ? labels.goOn : labels.start}
          </LinkButton>
        )}
        <LinkButton to={paths.judgingRound({ id: round.id })} variant="secondary">
          {labels.all}
        </LinkButton>
        {round.state === 'released' && (
          <LinkButton to={paths.record({ id: round.program_id })} variant="quiet">
            {labels.record}
          </LinkButton>
        )}
      </div>
    </li>
  );
}
