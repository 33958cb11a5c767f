import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { personLabels as labels } from './labels.ts';
import css from './user.module.css';

/** Links to the log entries of a person's actions and of changes to their account. */
export const UserLog = ({ userId }: { userId: string }) => (
  <section className={css.section} aria-labelledby="log">
    <h2 id="log">{labels.log}</h2>
    <p className={`${css.links} row`}>
      <Link to={paths.audit({ actor: userId })}>{labels.byThem}</Link>
      <Link to={paths.audit({ entity_id: userId })}>{labels.aboutThem}</Link>
    </p>
  </section>
);
