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
import { ConflictsSection } from '#app/pages/admin/round/conflicts-section.tsx';
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
