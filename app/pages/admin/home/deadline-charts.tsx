import { useQuery } from '@tanstack/react-query';
import { HOUR_MS, DAY_MS } from '#domain/constants.ts';
import { formatShortDate, formatShortDateTime, dayOf } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import css from './admin-home.module.css';
import { BarChart } from './bar-chart.tsx';
import { adminHomeLabels, hoursTable, daysTable } from './labels.ts';
import { dayTick, hourTick, lastDays, lastHours } from './last-days.ts';

/** Submissions before each deadline: by day, and by hour on the last day. */
export function DeadlineCharts({ programs, today }: { programs: readonly Program[]; today: Date }) {
  const { data } = useLastDays(programs, today);
  const shown = data?.filter(({ days, hours }) => [...days, ...(hours ?? [])].some(hasAny)) ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="last-days" className={css.part}>
      <h2 id="last-days">{adminHomeLabels.lastDays}</h2>
      {shown.map((one) => (
        <div key={one.program.id} className={css.oneDeadline}>
          <h3>{one.program.title}</h3>
          {one.hours ? <Hours {...one} hours={one.hours} /> : <Days {...one} />}
        </div>
      ))}
    </section>
  );
}

const hasAny = ({ count }: { count: number }): boolean => count > 0;

const Days = ({ program, days }: BeforeDeadline) => (
  <BarChart
    unit={adminHomeLabels.day}
    table={daysTable(program.title)}
    bars={lastDays(days, new Date(program.deadline_date), LAST_DAYS).map(({ date, count }) => ({
      key: date,
      label: formatShortDate(date),
      tick: dayTick(date),
      count,
      to: paths.submissions({ program_id: program.id, received_from: date, received_to: date }),
    }))}
  />
);

const Hours = ({ program, hours }: BeforeDeadline & { hours: { at: string; count: number }[] }) => (
  <BarChart
    unit={adminHomeLabels.hour}
    table={hoursTable(program.title)}
    bars={lastHours(hours, new Date(program.deadline_date)).map(({ at, count }) => ({
      key: at,
      label: formatShortDateTime(at),
      tick: hourTick(at),
      count,
      to: paths.submissions({
        program_id: program.id,
        received_from: at,
        received_to: new Date(Date.parse(at) + HOUR_MS - 1).toISOString(),
      }),
    }))}
  />
);

const LAST_DAYS = 14;
/** This many charts are shown; the other programs are in the list of deadlines. */
const CHARTS = 3;

type BeforeDeadline = {
  program: Program;
  days: ProposalSummary['day'];
  /** Only on its last day. */
  hours?: ProposalSummary['hour'];
};

/** Counts of the programs that close within those days, nearest first: one call per program. */
const useLastDays = (programs: readonly Program[], today: Date) => {
  const near = programs
    .filter(({ deadline_date: at }) => Date.parse(at) - today.getTime() < LAST_DAYS * DAY_MS)
    .slice(0, CHARTS);
  return useQuery({
    queryKey: [queryKeys.proposals, 'last days', near.map(({ id }) => id)],
    queryFn: ({ signal }) => Promise.all(near.map((program) => fetchOne(program, today, signal))),
  });
};

async function fetchOne(program: Program, today: Date, signal: AbortSignal) {
  const deadline = Date.parse(program.deadline_date);
  const isLastDay = deadline - today.getTime() <= DAY_MS;
  const from = isLastDay
    ? new Date(deadline - DAY_MS).toISOString()
    : dayOf(new Date(deadline - (LAST_DAYS - 1) * DAY_MS));
  const { day, hour } = await desk.summarize(
    { program_id: program.id, received_from: from, received_to: program.deadline_date },
    { signal },
  );
  return { program, days: day, ...(isLastDay && { hours: hour }) } satisfies BeforeDeadline;
}
