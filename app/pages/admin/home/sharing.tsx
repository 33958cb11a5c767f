import { Link } from 'react-router';
import type { ProposalSummary } from '#domain/reviews/schema.ts';
import { useProfile } from '#app/session/use-session.ts';
import { tellApart } from '#app/ui/tell-apart.ts';
import { paths } from '#app/paths.ts';
import css from './admin-home.module.css';
import sharingCss from './sharing.module.css';
import { adminHomeLabels, describeDecided, describeLeft } from './labels.ts';

/** Who has decided how many, whoever they were assigned to; and what rounds have by themselves. */
export const Deciders = ({ deciders, rounds }: Pick<ProposalSummary, 'deciders' | 'rounds'>) => (
  <section aria-labelledby="deciders" className={css.part}>
    <h2 id="deciders">{adminHomeLabels.deciders}</h2>
    {deciders.length === 0 && rounds.approved + rounds.declined === 0 ? (
      <p>{adminHomeLabels.noDeciders}</p>
    ) : (
      <ul className={`${css.people} ${sharingCss.people}`}>
        {tellApart(deciders.map(toNamed)).map(({ id, label, approved, declined }) => (
          <li key={id}>
            <Link to={paths.submissions({ decided_by: id })}>{label}</Link>
            <span>{describeDecided(approved, declined)}</span>
          </li>
        ))}
        {rounds.approved + rounds.declined > 0 && (
          <li>
            <Link to={paths.rounds({ state: 'released' })}>{adminHomeLabels.inRounds}</Link>
            <span>{describeDecided(rounds.approved, rounds.declined)}</span>
          </li>
        )}
      </ul>
    )}
  </section>
);

/** A bar for each assignee: how many of their proposals are not decided yet. */
export function Sharing({ assigned }: Pick<ProposalSummary, 'assigned'>) {
  const { role } = useProfile();
  return (
    <section aria-labelledby="sharing" className={css.part}>
      <h2 id="sharing">{adminHomeLabels.sharing}</h2>
      {assigned.length === 0 ? (
        <p>{role === 'admin' ? adminHomeLabels.shareHint : adminHomeLabels.noSharing}</p>
      ) : (
        <ul className={`${css.people} ${sharingCss.people}`}>
          {tellApart(assigned.map(toNamed)).map(({ id, label, total, decided }) => (
            <li key={id}>
              <Link to={paths.submissions({ assigned_to: id })}>{label}</Link>
              <progress value={total - decided} max={total} aria-label={label} />
              <Link to={paths.submissions({ assigned_to: id, decision: 'undecided' })}>
                {describeLeft(total - decided, total)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const toNamed = <Person extends { name: string; email?: string | undefined }>(person: Person) => ({
  ...person,
  label: person.name || adminHomeLabels.nameless,
  detail: person.email,
});
