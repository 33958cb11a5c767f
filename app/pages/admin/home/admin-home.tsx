import { useState } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { formatShortDate } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import '#app/features/regions/zone-highlight.css';
import { useProfile } from '#app/session/use-session.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { proposalPath } from '#app/features/submissions/filters.ts';
import css from './admin-home.module.css';
import { AllLists } from './all-lists.tsx';
import { bySector, byRegion } from './by-field.ts';
import { DecisionTable } from './decision-table.tsx';
import { DeadlineCharts } from './deadline-charts.tsx';
import { Deadlines } from './deadlines.tsx';
import { FigureTable } from './figure-table.tsx';
import { adminHomeLabels, greet, readNext } from './labels.ts';
import { MyQueue } from './my-queue.tsx';
import { OriginMap, ZoneSums } from './origin-map.tsx';
import { Deciders, Sharing } from './sharing.tsx';
import { Stuck } from './stuck.tsx';
import { Targets } from './targets.tsx';
import { useDecided } from './use-decided.ts';
import { WaitingFigures } from './waiting-figures.tsx';
import { useNextDeadlines, useOtherWork } from './use-desk.ts';
import { useIsStarting, UNREAD, useFirstOf, useBackups } from './use-queue.ts';
import { BarChart } from './bar-chart.tsx';
import { dayTick, lastDays, type Day } from './last-days.ts';
import { describeBackups } from './describe-backups.ts';

/**
 * The admins' home: new arrivals, pending work and distributions. A single call counts everything.
 */
export default function AdminHome() {
  const { first_name: firstName, role } = useProfile();
  const { data: summary, error, isPending, refetch } = useSummary();
  const { data: programs, isPending: isWaiting } = useNextDeadlines();
  const isStarting = useIsStarting(role === 'admin');
  const isLoading = !useHasBeen(!isPending && !isWaiting && !isStarting);
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
    <WaitingFigures summary={summary} />
    {summary && <Spread summary={summary} programs={programs} />}
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
      <MyQueue />
      <Stuck failedMails={waiting?.mails} today={today} />
    </div>
  );
}

function Spread({ summary, programs }: { summary: ProposalSummary; programs: Program[] }) {
  const [today] = useState(() => new Date());
  const isAdmin = useProfile().role === 'admin';
  const { data: waiting } = useOtherWork(isAdmin);
  const decided = useDecided();
  return (
    <div className={`${css.desk} trek`}>
      <div className={css.column}>
        <Deadlines programs={programs} counts={summary.program} today={today} />
        <Targets summary={summary} />
        <TimeChart days={summary.day} today={today} />
        <DeadlineCharts programs={programs} today={today} />
      </div>
      <div className={css.column}>
        <Deciders deciders={summary.deciders} />
        <Sharing assigned={summary.assigned} />
        <DecisionTable
          id="sector"
          title={adminHomeLabels.sector}
          rows={bySector(summary, decided)}
        />
        <FigureTable id="stage" title={adminHomeLabels.stage} rows={byStage(summary)} />
      </div>
      <div className={css.column}>
        <OriginMap counts={summary.region} />
        <AllLists total={summary.total} waiting={waiting} />
        <LastBackup today={today} />
      </div>
      <div className={css.column}>
        <ZoneSums counts={summary.region} />
        <DecisionTable
          id="regions"
          title={adminHomeLabels.region}
          rows={byRegion(summary, decided)}
        />
      </div>
    </div>
  );
}

const byStage = ({ stage: counts }: ProposalSummary) =>
  FUNDING_STAGES.map((stage) => ({
    label: formatStage(stage),
    count: counts[stage],
    to: paths.submissions({ funding_stage: stage }),
  }));

/** The start of a day: the proposal that has waited longest, with the others after it. */
function ReadNext({ unread }: { unread: number | undefined }) {
  const { data: first } = useFirstOf(UNREAD, 1);
  const next = first?.items[0];
  if (!next) return null;
  return (
    <LinkButton to={proposalPath(next.id, new URLSearchParams(UNREAD).toString(), 1)}>
      {readNext(unread ?? first.total)}
    </LinkButton>
  );
}

const DAYS = 30;

const TimeChart = ({ days, today }: { days: readonly Day[]; today: Date }) => (
  <section aria-labelledby="time" className={css.part}>
    <h2 id="time">{adminHomeLabels.time}</h2>
    <BarChart
      unit={adminHomeLabels.day}
      table={adminHomeLabels.timeTable}
      bars={lastDays(days, today, DAYS).map(({ date, count }) => ({
        key: date,
        label: formatShortDate(date),
        tick: dayTick(date),
        count,
        to: paths.submissions({ received_from: date, received_to: date }),
      }))}
    />
  </section>
);

/** When the last good backup was made; one that is late stands where trouble does. */
function LastBackup({ today }: { today: Date }) {
  const { data: backups } = useBackups();
  const backup = backups && describeBackups(backups, today);
  return backup && !backup.isLate ? <p className={`${css.good} note`}>{backup.sentence}</p> : null;
}
