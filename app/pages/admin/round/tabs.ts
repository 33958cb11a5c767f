import type { Round, RoundState } from '#domain/rounds/schema.ts';
import type { Versioned } from '#app/api/transport.ts';

export const TABS = {
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

/** Where an admin goes on, in each state. */
const NEXT: Readonly<Record<RoundState, Tab>> = {
  draft: 'setup',
  open: 'progress',
  closed: 'ranking',
  sealed: 'release',
  released: 'release',
};

export const tabOf = (asked: string | null, state: RoundState): Tab =>
  asked !== null && asked in TABS ? (asked as Tab) : NEXT[state];

/** Whether reviews can be read: nobody writes them any more. */
export const isOver = (state: RoundState): boolean => state !== 'draft' && state !== 'open';
