import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import css from './admin-home.module.css';
import { adminHomeLabels, describeBar, describeMost, describeTallest, figure } from './labels.ts';

type Bar = {
  key: string;
  label: string;
  /** Below the axis, where space is limited. */
  tick: string;
  count: number;
  to: string;
};

type Props = {
  bars: readonly Bar[];
  /** The unit of one bar: a day or an hour. */
  unit: string;
  /** The table's caption. */
  table: string;
};

/** The table has all figures: nothing is lost without the library. */
const BarPlot = lazy(() =>
  import('./bar-plot.tsx').catch(() => ({
    default: () => <p className={`${css.told} note`}>{adminHomeLabels.noChart}</p>,
  })),
);

/**
 * Bars, with a line that describes the one under the pointer, otherwise the tallest. The table
 * below has every figure, each linked to its list; clicking a bar opens its list too.
 */
export function BarChart({ bars, unit, table }: Props) {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const told = pointed === null ? undefined : bars[pointed];
  const tallest = bars.find(({ count }) => count === most);
  return (
    <>
      <div className={css.plot} role="img" aria-label={describeMost(unit, most)}>
        <Suspense>
          <BarPlot
            bars={bars.map(({ tick, count }) => ({ tick, count }))}
            onPoint={setPointed}
            onPress={(place) => void navigate(bars[place]!.to)}
          />
        </Suspense>
      </div>
      <p className={`${css.told} note`} aria-hidden="true">
        {told ? describeBar(told) : describeTallest(unit, tallest)}
      </p>
      <details className={`${css.more} fold`}>
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
