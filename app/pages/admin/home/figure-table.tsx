import { Link } from 'react-router';
import css from './admin-home.module.css';
import { adminHomeLabels, figure } from './labels.ts';

type FigureRow = { label: string; count: number; to: string };

type Props = { id: string; title: string; rows: readonly FigureRow[] };

/** Figures of one field, as a table with bars; each is linked to its list. */
export function FigureTable({ id, title, rows }: Props) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section aria-labelledby={id} className={css.part}>
      <h2 id={id}>{title}</h2>
      <table className={css.bars} aria-labelledby={id}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{adminHomeLabels.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, count, to }) => (
            <tr key={label}>
              <th scope="row">
                <Link to={to}>{label}</Link>
              </th>
              <td>
                <span>
                  <i
                    className={css.bar}
                    style={{ inlineSize: `${(count / most) * 100}%` }}
                    aria-hidden="true"
                  />
                  <b>{figure(count)}</b>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
