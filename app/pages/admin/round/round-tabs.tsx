import { Link } from 'react-router';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { stepLabels as labels } from './labels.ts';
import css from './round.module.css';
import { tabsFor, type Tab } from './tabs.ts';

/** The parts of a round, each with an address. */
export const RoundTabs = ({ round: { id }, current }: { round: Round; current: Tab }) => (
  <nav className={css.tabs} aria-label={labels.parts}>
    <ul>
      {tabsFor(useProfile().role).map(([tab, label]) => (
        <li key={tab}>
          <Link
            to={paths.round({ id }, { tab })}
            preventScrollReset
            aria-current={tab === current ? 'page' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
