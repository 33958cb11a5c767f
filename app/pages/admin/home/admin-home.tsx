import { useState } from 'react';
import { Link } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import { useProfile } from '#app/session/use-session.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useBriefWait } from '#app/ui/use-brief-wait.ts';
import { proposalPath } from '#app/features/submissions/filters.ts';
import css from './admin-home.module.css';
import { AllLists } from './all-lists.tsx';
import { Deadlines } from './deadlines.tsx';
import {
  adminHomeLabels,
  describeApproved,
  describeRegions,
  describeTotal,
  greet,
  readNext,
} from './labels.ts';
import { MyQueue } from './my-queue.tsx';
import { Sharing } from './sharing.tsx';
import { Stuck } from './stuck.tsx';
import { WaitingFigures } from './waiting-figures.tsx';
import { useNextDeadlines, useNextOpenings, useOpenRounds, useOtherWork } from './use-desk.ts';
import { useIsStarting, MINE_UNREAD, UNREAD, useFirstOf, useBackups } from './use-queue.ts';
import { describeBackups } from './describe-backups.ts';

/**
 * The admins' home: what waits, for whom and since when; how it is spread is in the report. A single
 * call counts everything.
 */
export default function AdminHome() {
  const { first_name: firstName, role } = useProfile();
  const { data: summary, error, isPending, refetch } = useSummary();
  const { data: programs, isPending: isWaiting } = useNextDeadlines();
  const isStarting = useIsStarting(role === 'admin');
  // What visitors wait for would push down what is below it.
  const isCounting = useBriefWait(useOtherWork(role === 'admin').isLoading);
  const isLoading = !useHasBeen(!isPending && !isWaiting && !isStarting && !isCounting);
  return (
    <>
      <PageHeading
        title={adminHomeLabels.title}
        lead={greet(firstName)}
        actions={!isLoading && <Actions unread={summary?.unread} />}
      />
      {isLoading && <Skeleton label={adminHomeLabels.loading} rows={16} isDesk />}
      {!isLoading && <Desk summary={summary} programs={programs} />}
      {error && !summary && (
        <ErrorState message={adminHomeLabels.failed} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/**
 * Stays true: what failed to load is asked for once more when it is shown, and hiding it for that
 * again would never end.
 */
function useHasBeen(isTrue: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(isTrue);
  if (isTrue && !hasBeen) setHasBeen(true);
  return hasBeen;
}

type DeskProps = { summary: ProposalSummary | undefined; programs: Program[] | undefined };

const Desk = ({ summary, programs = [] }: DeskProps) => (
  <>
    {useProfile().role === 'admin' && <Start />}
    <WaitingFigures summary={summary} waiting={useOtherWork(useProfile().role === 'admin').data} />
    {summary && <Coming summary={summary} programs={programs} />}
  </>
);

const Actions = ({ unread }: { unread: number | undefined }) => (
  <>
    {useProfile().role === 'admin' && <ReadNext unread={unread} />}
    <LinkButton to={paths.report()} variant="secondary">
      {adminHomeLabels.report}
    </LinkButton>
  </>
);

/** What is next, and what does not go on by itself. */
function Start() {
  const [today] = useState(() => new Date());
  const { data: waiting } = useOtherWork(true);
  return (
    <div className={`${css.desk} ${css.start}`}>
      <MyQueue today={today} />
      <Stuck failedMails={waiting?.mails} today={today} />
    </div>
  );
}

/** What is due next and who has how much left to decide; then the whole in one sentence. */
function Coming({ summary, programs }: { summary: ProposalSummary; programs: Program[] }) {
  const [today] = useState(() => new Date());
  const isAdmin = useProfile().role === 'admin';
  const { data: waiting } = useOtherWork(isAdmin);
  const { data: opening = [] } = useNextOpenings();
  const { data: rounds = [] } = useOpenRounds(isAdmin);
  return (
    <>
      <div className={css.desk}>
        <div className={css.column}>
          <Deadlines {...{ opening, programs, rounds, today }} counts={summary.program} />
        </div>
        <Sharing assigned={summary.assigned} />
      </div>
      <Standing summary={summary} />
      <AllLists total={summary.total} waiting={waiting} />
      <LastBackup today={today} />
    </>
  );
}

/** The whole trek in one sentence; the report has the rest. */
const Standing = ({ summary: { total, region, decision } }: { summary: ProposalSummary }) => (
  <p className={css.standing}>
    <Link to={paths.submissions()}>{describeTotal(total)}</Link>
    {' · '}
    <Link to={paths.report()}>{describeRegions(region)}</Link>
    {' · '}
    <Link to={paths.submissions({ decision: 'approved' })}>
      {describeApproved(decision.approved)}
    </Link>
  </p>
);

/** The start of a day: what has waited longest, with the others after it; the own queue first. */
function ReadNext({ unread }: { unread: number | undefined }) {
  const { data: mine } = useFirstOf(MINE_UNREAD, 1);
  const { data: all } = useFirstOf(UNREAD, 1);
  if (!mine || !all) return null;
  const isMine = mine.total > 0;
  const [first, list] = isMine ? [mine, MINE_UNREAD] : [all, UNREAD];
  const next = first.items[0];
  if (!next) return null;
  return (
    <LinkButton to={proposalPath(next.id, new URLSearchParams(list).toString(), 1)}>
      {readNext(isMine ? mine.total : (unread ?? all.total), isMine)}
    </LinkButton>
  );
}

/** When the last good backup was made; one that is late stands where trouble does. */
function LastBackup({ today }: { today: Date }) {
  const { data: backups } = useBackups();
  const backup = backups && describeBackups(backups, today);
  return backup && !backup.isLate ? <p className={`${css.good} note`}>{backup.sentence}</p> : null;
}
