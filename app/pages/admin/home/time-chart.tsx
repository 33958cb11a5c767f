import { Link } from 'react-router';
import { formatShortDate } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, describeMost, figure } from './labels.ts';
import { lastDays, type Day } from './last-days.ts';

const DAYS = 30;
const [BAR, GAP, HEIGHT] = [8, 2, 60];

/**
 * Bars by hand: thirty rectangles need no library. The table below it has each figure, and each
 * leads to its list.
 */
export function TimeChart({ days, today }: { days: readonly Day[]; today: Date }) {
  const shown = lastDays(days, today, DAYS);
  const most = Math.max(0, ...shown.map(({ count }) => count));
  return (
    <section aria-labelledby="time" className={css.part}>
      <h2 id="time">{adminHomeLabels.time}</h2>
      <svg
        className={css.time}
        viewBox={`0 0 ${DAYS * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeMost(most)}
      >
        {shown.map(({ date, count }, place) => {
          const height = most > 0 ? (count / most) * HEIGHT : 0;
          return (
            <rect
              key={date}
              x={place * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{formatShortDate(shown[0]!.date)}</span>
        <span>{formatShortDate(today)}</span>
      </p>
      <details className={css.more}>
        <summary>{adminHomeLabels.timeTable}</summary>
        <table className={css.figures}>
          <thead>
            <tr>
              <th scope="col">{adminHomeLabels.day}</th>
              <th scope="col">{adminHomeLabels.count}</th>
            </tr>
          </thead>
          <tbody>
            {shown.toReversed().map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">
                  <Link to={paths.submissions({ received_from: date, received_to: date })}>
                    {formatShortDate(date)}
                  </Link>
                </th>
                <td>{figure(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
