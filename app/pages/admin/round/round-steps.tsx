import { Link } from 'react-router';
import type { Round, RoundState } from '#domain/rounds/schema.ts';
import { formatShortDate, formatShortDateTime } from '#domain/dates.ts';
import type { Versioned } from '#app/api/transport.ts';
import { paths } from '#app/paths.ts';
import { useProfile } from '#app/session/use-session.ts';
import { stepLabels as labels } from './labels.ts';
import css from './round.module.css';

const TABS = {
  setup: 'Set-up',
  judges: 'Judges',
  entries: 'Proposals',
  progress: 'Progress',
  ranking: 'Ranking',
  decisions: 'Decisions',
  release: 'Release',
} as const;
export type Tab = keyof typeof TABS;

/** What every part gets. */
export type PartProps = { round: Versioned<Round>; onReload: () => void };

/** What a viewer sees of a released round. */
const VIEWED: readonly string[] = ['ranking', 'decisions'] satisfies Tab[];

const tabsFor = (role: string): Tab[] =>
  (Object.keys(TABS) as Tab[]).filter((tab) => role === 'admin' || VIEWED.includes(tab));

/** Where an admin goes on, in each state. */
const NEXT: Readonly<Record<RoundState, Tab>> = {
  draft: 'setup',
  open: 'progress',
  closed: 'ranking',
  sealed: 'release',
  released: 'release',
};

export function tabOf(asked: string | null, state: RoundState, role: string): Tab {
  const tabs = tabsFor(role);
  return [asked, NEXT[state]].find((tab): tab is Tab => tabs.includes(tab as Tab)) ?? tabs[0]!;
}

/** Whether reviews can be read: nobody writes them any more. */
export const isOver = (state: RoundState): boolean => state !== 'draft' && state !== 'open';

/** What is done in each step; the seal is a button of the step before. */
const STEPS: readonly (readonly Tab[])[] = [
  ['setup', 'judges', 'entries'],
  ['progress'],
  ['ranking'],
  ['decisions'],
  [],
  ['release'],
];

/** From the set-up to the release: where the round is, and what is done in each step. */
export function RoundSteps({ round, current }: { round: Round; current: Tab }) {
  const { id, state, program_title: program, position } = round;
  const now =
    state === 'released' ? STEPS.length : STEPS.findIndex((parts) => parts.includes(NEXT[state]));
  const moments = momentsOf(round);
  return (
    <>
      <p className={css.where}>{labels.describe(program, position)}</p>
      <nav className={css.steps} aria-label={labels.parts}>
        <ol aria-label={labels.steps}>
          {STEPS.map((parts, place) => (
            <li
              key={place}
              aria-current={place === now ? 'step' : undefined}
              data-done={place < now || undefined}
            >
              {place < now && <span className="visually-hidden">Done</span>}
              <span className={css.step}>
                {parts.length > 0 ? <Parts {...{ id, parts, current }} /> : 'Seal'}
              </span>
              {moments[place] && <small>{moments[place]}</small>}
            </li>
          ))}
        </ol>
      </nav>
    </>
  );
}

/** The screens of a step, each with an address; their names alone for those who open none. */
function Parts({ id, parts, current }: { id: string; parts: readonly Tab[]; current: Tab }) {
  const own = tabsFor(useProfile().role);
  return parts.map((tab) =>
    own.includes(tab) ? (
      <Link
        key={tab}
        to={paths.round({ id }, { tab })}
        preventScrollReset
        aria-current={tab === current ? 'page' : undefined}
      >
        {TABS[tab]}
      </Link>
    ) : (
      <span key={tab}>{TABS[tab]}</span>
    ),
  );
}

type Said = string | null | undefined;

const say = (word: string, at: Said, format = formatShortDate): Said =>
  at && `${word} ${format(at)}`;

/** When a step was over, or is planned to be. */
const momentsOf = (round: Round): Record<number, Said> => ({
  0: say('Opened', round.opened_at),
  1:
    round.state === 'open'
      ? say('Closes', round.closes_at, formatShortDateTime)
      : say('Closed', round.closed_at),
  4: say('Sealed', round.seals?.findLast(({ withdrawn_at: at }) => at === null)?.sealed_at),
  5:
    say('Released', round.released_at) ??
    say('Release scheduled for', round.release_at, formatShortDateTime),
});
