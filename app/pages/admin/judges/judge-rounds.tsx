import { Link } from 'react-router';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { judgeLabels as labels } from '#app/features/judges/desk/labels.ts';
import { describeProgress } from '#app/features/rounds/desk/labels.ts';
import { RoundBadge } from '#app/features/rounds/desk/round-badge.tsx';
import { useEveryRound } from '#app/features/rounds/desk/use-every-round.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { ConflictsSection } from '../round/conflicts-section.tsx';

/** What the judge has to read in each round, and their ties to its proposals. */
export function JudgeRounds({ judgeId }: { judgeId: string }) {
  const { data, error, refetch } = useEveryRound();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={labels.loadingRounds} rows={2} />;
  return data
    .filter(({ judge_ids: ids }) => ids!.includes(judgeId))
    .map((round) => <JudgeRound key={round.id} round={round} judgeId={judgeId} />);
}

function JudgeRound({ round, judgeId }: { round: Round; judgeId: string }) {
  const { data: panel = [] } = usePanel(round.id);
  const own = panel.find(({ judge }) => judge.id === judgeId);
  return (
    <section>
      <h2>
        <Link to={paths.round({ id: round.id }, { tab: 'judges' })}>
          {`${round.name}, ${round.program_title}`}
        </Link>
      </h2>
      <Facts
        facts={[
          [labels.roundState, <RoundBadge key="state" state={round.state} />],
          [labels.load, own ? describeProgress(own.submitted, own.assigned) : '…'],
        ]}
      />
      {round.state !== 'draft' && <ConflictsSection round={round} judgeId={judgeId} />}
    </section>
  );
}
