import { Link } from 'react-router';
import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { Round, RoundState } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { stepLabels as labels } from './labels.ts';
import css from './round.module.css';
import { tabsFor, type Tab } from './tabs.ts';

type Step = {
  /** What is done in it; without any, its name alone. */
  tabs: readonly Tab[];
  name?: string;
  moment?: (round: Round) => Moment | null;
};
type Moment = { word: string; at: string; isToCome: boolean };

const moment = (word: string, at: string | null | undefined, isToCome = false): Moment | null =>
  at ? { word, at, isToCome } : null;

/** When the step was over; for one to come, when that is planned. */
const STEPS: readonly Step[] = [
  {
    tabs: ['setup', 'judges', 'entries'],
    moment: ({ opened_at: at }) => moment(labels.at.opened, at),
  },
  {
    tabs: ['progress'],
    moment: ({ state, opened_at: opened, closed_at: closed, closes_at: closes }) =>
      closed && state !== 'open'
        ? moment(labels.at.closed, closed)
        : moment(labels.at.closes, opened && closes, true),
  },
  { tabs: ['ranking'] },
  { tabs: ['decisions'] },
  {
    tabs: [],
    name: labels.sealing,
    moment: ({ seals }) =>
      moment(
        labels.at.sealed,
        seals?.findLast(({ withdrawn_at: withdrawn }) => withdrawn === null)?.sealed_at,
      ),
  },
  {
    tabs: ['release'],
    moment: ({ released_at: released, release_at: planned }) =>
      moment(labels.at.released, released) ?? moment(labels.at.planned, planned, true),
  },
];

/** The step that a round in this state is in. */
const NOW: Readonly<Record<RoundState, number>> = {
  draft: 0,
  open: 1,
  closed: 2,
  sealed: 5,
  released: 5,
};

/** From the set-up to the release: where the round is, and what is done in each step. */
export function RoundSteps({ round, current }: { round: Round; current: Tab }) {
  const now = NOW[round.state];
  return (
    <>
      <p className={css.where}>{labels.describe(round.program_title, round.position)}</p>
      <nav className={css.steps} aria-label={labels.parts}>
        <ol aria-label={labels.steps}>
          {STEPS.map((step, place) => (
            <li
              key={place}
              aria-current={place === now ? 'step' : undefined}
              data-done={place < now || round.state === 'released' || undefined}
            >
              <span className={css.step}>
                <Parts {...{ round, step, current }} />
              </span>
              <When moment={step.moment?.(round)} />
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

type PartsProps = { round: Round; step: Step; current: Tab };

/** The screens of a step, each with an address. */
function Parts({ round: { id }, step, current }: PartsProps) {
  const { role } = useProfile();
  const shown = tabsFor(role).filter(([tab]) => step.tabs.includes(tab));
  if (shown.length === 0) return step.name;
  return shown.map(([tab, label]) => (
    <Link
      key={tab}
      to={paths.round({ id }, { tab })}
      preventScrollReset
      aria-current={tab === current ? 'page' : undefined}
    >
      {label}
    </Link>
  ));
}

const When = ({ moment: when }: { moment: Moment | null | undefined }) =>
  when && (
    <small>
      <span>{when.word}</span>{' '}
      <time dateTime={when.at}>
        {(when.isToCome ? formatShortDateTime : formatShortDate)(when.at)}
      </time>
    </small>
  );
