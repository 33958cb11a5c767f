import { Link } from 'react-router';
import { formatShortMoment } from '#domain/dates.ts';
import type { RefusedRow } from '#domain/problem.ts';
import { paths } from '#app/paths.ts';

const labels = {
  until: (moment: string) => `Until ${moment}.`,
  more: (count: number) => `and ${count.toLocaleString('en-GB')} more`,
} as const;

/** More than these are counted. */
const SHOWN = 10;

/** What stands in the way, row by row: whose it is, with the way there, and until when. */
export function RefusedRows({ rows }: { rows: readonly RefusedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul>
      {rows.slice(0, SHOWN).map((row) => (
        <li key={row.id}>
          <Named row={row} /> <span>{describe(row)}</span>
        </li>
      ))}
      {rows.length > SHOWN && <li>{labels.more(rows.length - SHOWN)}</li>}
    </ul>
  );
}

function Named({ row: { id, name = id, proposal_id, user_id } }: { row: RefusedRow }) {
  if (proposal_id) return <Link to={paths.submission({ id: proposal_id })}>{name}</Link>;
  if (user_id) return <Link to={paths.user({ id: user_id })}>{name}</Link>;
  return <b>{name}</b>;
}

const describe = ({ reason, until }: RefusedRow): string =>
  until ? `${reason} ${labels.until(formatShortMoment(until))}` : reason;
