import { Link } from 'react-router';
import css from './admin-home.module.css';
import { adminHomeLabels, describeMost, figure } from './labels.ts';

type Bar = { key: string; label: string; count: number; to: string };

type Props = {
  bars: readonly Bar[];
  /** What one bar stands for: a day or an hour. */
  unit: string;
  /** The table's caption. */
  table: string;
};

const [BAR, GAP, HEIGHT] = [8, 2, 60];

/**
 * Bars drawn by hand: a few rectangles need no library. The table below them has every figure, each
 * linked to its list.
 */
export function BarChart({ bars, unit, table }: Props) {
  const most = Math.max(0, ...bars.map(({ count }) => count));
  return (
    <>
      <svg
        className={css.time}
        viewBox={`0 0 ${bars.length * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeMost(unit, most)}
      >
        {bars.map(({ key, count }, place) => {
          const height = most > 0 ? (count / most) * HEIGHT : 0;
          return (
            <rect
              key={key}
              x={place * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <details className={css.more}>
        <summary>{table}</summary>
        <table className={css.figures}>
          <thead>
            <tr>
              <th scope="col">{unit}</th>
              <th scope="col">{adminHomeLabels.count}</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ key, label, count, to }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to={to}>{label}</Link>
                </th>
                <td>{figure(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
