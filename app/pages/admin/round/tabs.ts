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

/** What a viewer sees of a released round. */
const VIEWED: readonly string[] = ['ranking', 'decisions'] satisfies Tab[];

export const tabsFor = (role: string): Tab[] =>
  (Object.keys(TABS) as Tab[]).filter((tab) => role === 'admin' || VIEWED.includes(tab));

/** Where an admin goes on, in each state. */
export const NEXT: Readonly<Record<RoundState, Tab>> = {
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
