import { useState } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { paths } from '#app/paths.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import '#app/features/regions/zone-highlight.css';
import { useProfile } from '#app/session/use-session.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import css from './admin-home.module.css';
import { AllLists } from './all-lists.tsx';
import { bySector, byRegion } from './by-field.ts';
import { DecisionTable } from './decision-table.tsx';
import { DeadlineCharts } from './deadline-charts.tsx';
import { Deadlines } from './deadlines.tsx';
import { FigureTable } from './figure-table.tsx';
import { LastBackup } from './last-backup.tsx';
import { adminHomeLabels, greet } from './labels.ts';
import { MyQueue } from './my-queue.tsx';
import { OriginMap, ZoneSums } from './origin-map.tsx';
import { ReadNext } from './read-next.tsx';
import { Deciders, Sharing } from './sharing.tsx';
import { Stuck } from './stuck.tsx';
import { Targets } from './targets.tsx';
import { TimeChart } from './time-chart.tsx';
import { useDecided } from './use-decided.ts';
import { WaitingFigures } from './waiting-figures.tsx';
import { useNextDeadlines, useOtherWork } from './use-desk.ts';
import { useIsStarting } from './use-queue.ts';

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
