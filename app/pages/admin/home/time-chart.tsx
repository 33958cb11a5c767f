import { formatShortDate } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { BarChart } from './bar-chart.tsx';
import { adminHomeLabels } from './labels.ts';
import { dayTick, lastDays, type Day } from './last-days.ts';

const DAYS = 30;

export const TimeChart = ({ days, today }: { days: readonly Day[]; today: Date }) => (
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
