import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { site } from '#content/site.ts';
import { formatDate, formatDateTime, formatShortDate } from '#domain/dates.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { useSummary } from '#app/features/submissions/use-summary.ts';
import '#app/features/regions/zone-highlight.css';
import { ListFilters } from '#app/lists/list-filters.tsx';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { byRegion, bySector } from '../home/by-field.ts';
import { BarChart } from '../home/bar-chart.tsx';
import { DeadlineCharts } from '../home/deadline-charts.tsx';
import { DecisionTable, type DecisionRow } from '../home/decision-table.tsx';
import { adminHomeLabels, figure } from '../home/labels.ts';
import { dayTick, lastDays } from '../home/last-days.ts';
import { OriginMap, ZoneSums } from '../home/origin-map.tsx';
import { Deciders } from '../home/sharing.tsx';
import { Targets } from '../home/targets.tsx';
import { useNextDeadlines } from '../home/use-desk.ts';
import { useDecided, type DecisionSummaries } from '../home/use-decided.ts';
import { reportLabels as labels } from './labels.ts';
import css from './report.module.css';
import { joinFacts } from '#app/ui/join-facts.ts';

export const meta = () => [{ title: labels.title }];

const FILTERS = ['program_id', 'sector', 'region', 'received_from', 'received_to'];

/**
 * /dashboard/admin/report: the figures for the board on one page, to print or to save; its filters
 * are in its address.
 */
export default function Report() {
  const [search] = useSearchParams();
  const [now] = useState(() => new Date().toISOString());
  const programs = useProgramChoices();
  const filters = pickParameters(search, FILTERS);
  const { data: summary, error, refetch } = useSummary(filters);
  const decided = useDecided(filters);
  const program = programs.find(({ value }) => value === filters['program_id'])?.label;
  return (
    <>
      <PageHeading
        title={labels.title}
        lead={`${site.name}, ${formatDateTime(now)}`}
        actions={<Button onClick={() => window.print()}>{labels.print}</Button>}
      />
      <div className="no-print">
        <ListFilters
          choices={[
            { name: 'program_id', label: labels.program, options: programs },
            { name: 'sector', label: labels.sector, options: SECTORS },
            { name: 'region', label: labels.region, options: REGIONS },
          ]}
          days={[
            { name: 'received_from', label: labels.from },
            { name: 'received_to', label: labels.to },
          ]}
        />
      </div>
      <p className={css.scope}>{describeScope(filters, program)}</p>
      {error && !summary && <ErrorState message={labels.failed} onRetry={() => void refetch()} />}
      {!summary && !error && <Skeleton label={labels.loading} rows={16} isDesk />}
      {summary && <Figures {...{ summary, decided, filters }} />}
      {summary && <Spread {...{ summary, filters }} />}
    </>
  );
}

type Filters = Record<string, string>;
type FigureProps = { summary: ProposalSummary; decided: DecisionSummaries; filters: Filters };

const Figures = ({ summary, decided, filters }: FigureProps) => (
  <div className={css.report}>
    <Totals summary={summary} />
    {/* They are the whole trek's. */}
    {Object.keys(filters).length === 0 && <Targets summary={summary} />}
    <Deciders deciders={summary.deciders} rounds={summary.rounds} />
    <DecisionTable
      id="sectors"
      title={labels.bySector}
      rows={bySector(summary, decided, filters)}
    />
    <DecisionTable id="stages" title={labels.byStage} rows={byStage(summary, decided, filters)} />
    <DecisionTable
      id="regions"
      title={labels.byRegion}
      rows={byRegion(summary, decided, filters)}
    />
    <DecisionTable
      id="programs"
      title={labels.byProgram}
      rows={byProgram(summary, decided, filters)}
    />
  </div>
);

const DAYS = 30;

/** Where proposals come from, and when: to look at; on paper, tables say it on one page. */
function Spread({ summary, filters }: Omit<FigureProps, 'decided'>) {
  const [today] = useState(() => new Date());
  const isOfDays = 'received_from' in filters || 'received_to' in filters;
  const { data: programs } = useNextDeadlines();
  return (
    <div className={`${css.report} ${css.spread} no-print trek`}>
      <OriginMap counts={summary.region} filters={filters} />
      <div className={css.column}>
        <ZoneSums counts={summary.region} />
        {!isOfDays && <TimeChart {...{ filters, today }} days={summary.day} />}
        {Object.keys(filters).length === 0 && programs && (
          <DeadlineCharts programs={programs} today={today} />
        )}
      </div>
    </div>
  );
}

type TimeProps = { filters: Filters; days: ProposalSummary['day']; today: Date };

const TimeChart = ({ filters, days, today }: TimeProps) => (
  <section aria-labelledby="time">
    <h2 id="time">{adminHomeLabels.time}</h2>
    <BarChart
      unit={adminHomeLabels.day}
      table={adminHomeLabels.timeTable}
      bars={lastDays(days, today, DAYS).map(({ date, count }) => ({
        key: date,
        label: formatShortDate(date),
        tick: dayTick(date),
        count,
        to: paths.submissions({ ...filters, received_from: date, received_to: date }),
      }))}
    />
  </section>
);

/** What was received, what became of it, and what applicants do not know yet. */
function Totals({
  summary: { total, decision, rounds, unannounced },
}: Pick<FigureProps, 'summary'>) {
  const untold = unannounced.approved + unannounced.declined;
  const of = (count: number, held: number) =>
    held > 0 ? labels.notAnnounced(figure(count), figure(held)) : figure(count);
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">{labels.totals}</h2>
      <Facts
        isCompact
        facts={[
          [labels.received, figure(total)],
          [labels.approved, of(decision.approved, unannounced.approved)],
          [labels.declined, of(decision.declined, unannounced.declined)],
          [labels.undecided, figure(decision.undecided)],
          ...(rounds.amount > 0 ? ([[labels.amount, labels.inCedis(rounds.amount)]] as const) : []),
        ]}
      />
      {untold > 0 && <p>{labels.untold}</p>}
    </section>
  );
}

const byStage = (
  summary: ProposalSummary,
  decided: DecisionSummaries,
  filters: Filters,
): DecisionRow[] =>
  FUNDING_STAGES.map((stage) => ({
    label: formatStage(stage),
    count: summary.stage[stage],
    approved: decided.approved?.stage[stage],
    declined: decided.declined?.stage[stage],
    to: paths.submissions({ ...filters, funding_stage: stage }),
  }));

function byProgram(
  summary: ProposalSummary,
  decided: DecisionSummaries,
  filters: Filters,
): DecisionRow[] {
  const countIn = (of: ProposalSummary | undefined, id: string) =>
    of && (of.program.find((one) => one.id === id)?.count ?? 0);
  return summary.program.map(({ id, title, count }) => ({
    key: id,
    label: title,
    count,
    approved: countIn(decided.approved, id),
    declined: countIn(decided.declined, id),
    to: paths.submissions({ ...filters, program_id: id }),
  }));
}

/** The filters in words, for paper. */
function describeScope(filters: Filters, program: string | undefined): string {
  const { sector, region, received_from: from, received_to: to } = filters;
  const scope = joinFacts(
    filters['program_id'] && (program ?? labels.oneProgram),
    sector,
    region,
    from && `from ${formatDate(from)}`,
    to && `to ${formatDate(to)}`,
  );
  return scope || labels.everything;
}
