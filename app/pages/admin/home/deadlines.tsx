import { Link } from 'react-router';
import { daysUntil, formatShortDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, describeDays, figure } from './labels.ts';

const WEEK = 7;
type Props = {
  programs: readonly Program[];
  counts: ProposalSummary['program'];
  today: Date;
};

/** Programs that close soon, each with its submissions so far. */
export function Deadlines({ programs, counts, today }: Props) {
  const near = programs
    .map((program) => ({ ...program, days: daysUntil(new Date(program.deadline_date), today) }))
    .filter(({ days }) => days <= WEEK);
  return (
    <section aria-labelledby="deadlines" className={css.part}>
      <h2 id="deadlines">{adminHomeLabels.deadlines}</h2>
      {near.length === 0 && <p>{adminHomeLabels.noDeadlines}</p>}
      <ul className={css.deadlines}>
        {near.map(({ id, title, deadline_date: deadline, days }) => (
          <li key={id}>
            <Link to={paths.submissions({ program_id: id })}>{title}</Link>
            <b>{figure(counts.find((one) => one.id === id)?.count ?? 0)}</b>
            <span>{`${describeDays(days)}, ${formatShortDateTime(deadline)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
