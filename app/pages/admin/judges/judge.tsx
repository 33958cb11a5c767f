import { Link } from 'react-router';
import type { Judge as JudgeItem } from '#domain/judges/schema.ts';
import { formatDate } from '#domain/dates.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { JudgeActions } from '#app/features/judges/desk/judge-actions.tsx';
import {
  describeAccount,
  JUDGE_STATES,
  judgeLabels as labels,
} from '#app/features/judges/desk/labels.ts';
import { nameOf, useJudge } from '#app/features/judges/desk/use-judges.ts';
import { RowTable } from '#app/lists/row-table.tsx';
import type { Column } from '#app/lists/data-table.tsx';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { PlainText } from '#app/ui/plain-text.tsx';
import { describeProgress } from '#app/features/rounds/desk/labels.ts';
import { RoundBadge } from '#app/features/rounds/desk/round-badge.tsx';
import { useEveryRound } from '#app/features/rounds/desk/use-every-round.ts';
import { usePanel } from '#app/features/rounds/desk/use-panel.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { ConflictsSection } from '#app/pages/admin/round/conflicts.tsx';
import type { Route } from './+types/judge';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/judges/{id}: who it is, and what became of the invitation. */
export default function Judge({ params: { id } }: Route.ComponentProps) {
  const item = useJudge(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.judges()), label: labels.back }}
      title={item.data ? nameOf(item.data) : labels.title}
      actions={item.data && <JudgeActions judge={item.data} />}
      loading={labels.loading}
    >
      {(judge) => (
        <>
          <Shown judge={judge} />
          <JudgeRounds judgeId={id} />
        </>
      )}
    </ItemScreen>
  );
}

const Shown = ({ judge }: { judge: JudgeItem }) => (
  <Facts
    facts={[
      [
        labels.email,
        <a key="email" href={`mailto:${judge.email}`}>
          <EmailText address={judge.email} />
        </a>,
      ],
      [
        labels.phone,
        judge.phone_number ? <PhoneLink key="phone" number={judge.phone_number} /> : labels.none1,
      ],
      [labels.region, judge.region || labels.noRegion],
      [labels.position, judge.position || labels.none1],
      [labels.organisations, <Names key="organisations" names={judge.organisations} />],
      [labels.people, <Names key="people" names={judge.people} />],
      [labels.inRecord, judge.is_named ? labels.yes : labels.no],
      [labels.state, `${JUDGE_STATES[judge.state]} (${formatDate(judge.created_at)})`],
      [labels.account, describeAccount(judge)],
    ]}
  />
);

const Names = ({ names }: { names: readonly string[] }) =>
  names.length > 0 ? <PlainText>{names.join('\n')}</PlainText> : labels.none1;

/** What the judge has to read in each round, and their ties to its proposals. */
function JudgeRounds({ judgeId }: { judgeId: string }) {
  const { data, error, refetch } = useEveryRound();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label={labels.loadingRounds} rows={2} />;
  const rounds = data.filter(({ judge_ids: ids }) => ids!.includes(judgeId));
  if (rounds.length === 0) return null;
  return (
    <>
      <h2>{labels.rounds}</h2>
      <RowTable
        caption={labels.rounds}
        columns={[...COLUMNS, loadColumn(judgeId)]}
        rows={rounds}
        isStale={false}
      />
      {rounds.map(
        (round) =>
          round.state !== 'draft' && (
            <ConflictsSection key={round.id} round={round} judgeId={judgeId} />
          ),
      )}
    </>
  );
}

const COLUMNS: Column<Round>[] = [
  {
    key: 'name',
    label: labels.round,
    isTitle: true,
    cell: ({ id, name, program_title: program }) => (
      <Link to={paths.round({ id }, { tab: 'judges' })}>{`${name}, ${program}`}</Link>
    ),
  },
  {
    key: 'state',
    label: labels.roundState,
    width: '8rem',
    cell: ({ state }) => <RoundBadge state={state} />,
  },
];

const loadColumn = (judgeId: string): Column<Round> => ({
  key: 'load',
  label: labels.load,
  width: '10rem',
  onCard: 'named',
  cell: ({ id, state }) => (state === 'draft' ? '–' : <Load roundId={id} judgeId={judgeId} />),
});

/** Of what the judge was assigned, how much is done. */
function Load({ roundId, judgeId }: { roundId: string; judgeId: string }) {
  const { data: panel = [] } = usePanel(roundId);
  const own = panel.find(({ judge }) => judge.id === judgeId);
  return own ? describeProgress(own.submitted, own.assigned) : '…';
}
