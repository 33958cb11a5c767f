import { Link } from 'react-router';
import css from './admin-home.module.css';
import { adminHomeLabels, figure } from './labels.ts';

export type DecisionRow = {
  /** If labels repeat. */
  key?: string;
  label: string;
  count: number;
  /** Undefined while they are counted. */
  approved: number | undefined;
  declined: number | undefined;
  to: string;
};
type Props = { id: string; title: string; rows: readonly DecisionRow[] };

/** What was received, approved, declined and is not decided, by one field: each row adds up. */
export const DecisionTable = ({ id, title, rows }: Props) => (
  <section aria-labelledby={id} className={css.part}>
    <h2 id={id}>{title}</h2>
    {rows.length === 0 && <p>{adminHomeLabels.noneReceived}</p>}
    {rows.length > 0 && <Rows {...{ id, title, rows }} />}
  </section>
);

const Rows = ({ id, title, rows }: Props) => (
  <table className={css.decisions} aria-labelledby={id}>
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{title}</span>
        </th>
        <th scope="col">{adminHomeLabels.received}</th>
        <th scope="col">{adminHomeLabels.approved}</th>
        <th scope="col">{adminHomeLabels.declined}</th>
        <th scope="col">{adminHomeLabels.undecided}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, count, approved, declined, to }) => (
        <tr key={key ?? label}>
          <th scope="row">
            <Link to={to}>{label}</Link>
          </th>
          <td>{figure(count)}</td>
          <td>{approved === undefined ? '' : figure(approved)}</td>
          <td>{declined === undefined ? '' : figure(declined)}</td>
          <td>
            {approved === undefined || declined === undefined
              ? ''
              : figure(count - approved - declined)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
