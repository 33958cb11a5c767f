import { Link } from 'react-router';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { tellApart } from '#app/features/submissions/tell-apart.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import { adminHomeLabels, describeDecided } from './labels.ts';

/** A bar for each assignee: how many of their proposals are decided. */
export const Sharing = ({ assigned }: Pick<ProposalSummary, 'assigned'>) => (
  <section aria-labelledby="sharing" className={css.part}>
    <h2 id="sharing">{adminHomeLabels.sharing}</h2>
    {assigned.length === 0 ? (
      <p>{adminHomeLabels.noSharing}</p>
    ) : (
      <ul className={css.people}>
        {tellApart(assigned.map(toNamed)).map(({ id, label, total, decided }) => (
          <li key={id}>
            <Link to={paths.submissions({ assigned_to: id })}>{label}</Link>
            <progress value={decided} max={total} aria-label={label} />
            <Link to={paths.submissions({ assigned_to: id, decision: 'undecided' })}>
              {describeDecided(decided, total)}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const toNamed = (person: ProposalSummary['assigned'][number]) => ({
  ...person,
  label: person.name,
  detail: person.email,
});
