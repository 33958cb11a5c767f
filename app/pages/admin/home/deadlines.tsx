import { Link } from 'react-router';
import { countOf } from '#domain/count-of.ts';
import { daysUntil, formatShortDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, describeDays, describeReviews } from './labels.ts';

const WEEK = 7;
const proposals = countOf('proposal', 'proposals');

type Props = {
  opening: readonly Program[];
  programs: readonly Program[];
  rounds: readonly Round[];
  counts: ProposalSummary['program'];
  today: Date;
};

/** Programs and rounds that close soon, each with what has come so far, and what opens next. */
export function Deadlines({ opening, programs, rounds, counts, today }: Props) {
  const near = programs
    .map((program) => ({ ...program, days: daysUntil(new Date(program.deadline_date), today) }))
    .filter(({ days }) => days <= WEEK);
  return (
    <>
      {near.length > 0 && (
        <section aria-labelledby="deadlines" className={css.part}>
          <h2 id="deadlines">{adminHomeLabels.deadlines}</h2>
          <ul className={css.deadlines}>
            {near.map(({ id, title, deadline_date: deadline, days }) => (
              <li key={id}>
                <Link to={paths.submissions({ program_id: id })}>{title}</Link>
                <b>{proposals(counts.find((one) => one.id === id)?.count ?? 0)}</b>
                <span>{`${describeDays(days)}, ${formatShortDateTime(deadline)}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {rounds.length > 0 && <OpenRounds rounds={rounds} today={today} />}
      {opening.length > 0 && (
        <section aria-labelledby="opening" className={css.part}>
          <h2 id="opening">{adminHomeLabels.opening}</h2>
          <ul className={css.deadlines}>
            {opening.map(({ id, title, opens_at: at }) => (
              <li key={id}>
                <Link to={paths.publicProgram({ id })}>{title}</Link>
                <span>{`${describeDays(daysUntil(new Date(at!), today))}, ${formatShortDateTime(at!)}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const OpenRounds = ({ rounds, today }: Pick<Props, 'rounds' | 'today'>) => (
  <section aria-labelledby="rounds-open" className={css.part}>
    <h2 id="rounds-open">{adminHomeLabels.roundsClosing}</h2>
    <ul className={css.deadlines}>
      {rounds.map(({ id, name, program_title: program, closes_at: at, counts }) => (
        <li key={id}>
          <Link to={paths.round({ id })}>{`${name}, ${program}`}</Link>
          <b>{describeReviews(counts)}</b>
          <span>
            {at
              ? `${describeDays(daysUntil(new Date(at), today))}, ${formatShortDateTime(at)}`
              : adminHomeLabels.noCloseSet}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
