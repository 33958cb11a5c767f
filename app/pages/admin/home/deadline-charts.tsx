import { HOUR_MS } from '#domain/durations.ts';
import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { BarChart } from './bar-chart.tsx';
import { adminHomeLabels, hoursTable, daysTable } from './labels.ts';
import { dayTick, hourTick, lastDays, lastHours } from './last-days.ts';
import { LAST_DAYS, useLastDays, type BeforeDeadline } from './use-last-days.ts';

/** Submissions before each deadline: by day, and by hour on the last day. */
export function DeadlineCharts({ programs, today }: { programs: readonly Program[]; today: Date }) {
  const { data } = useLastDays(programs, today);
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="last-days" className={css.part}>
      <h2 id="last-days">{adminHomeLabels.lastDays}</h2>
      {data.map((one) => (
        <div key={one.program.id} className={css.oneDeadline}>
          <h3>{one.program.title}</h3>
          {one.hours ? <Hours {...one} hours={one.hours} /> : <Days {...one} />}
        </div>
      ))}
    </section>
  );
}

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
