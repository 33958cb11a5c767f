/** The bulk runs of this tab that can be undone. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { SECOND_MS } from '#domain/constants.ts';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import { randomKey } from '#app/api/random-key.ts';
import { tabStorage } from '#app/storage/tab-storage.ts';
import type { BulkAction } from './selection-bar.tsx';

export type BulkRun = {
  id: string;
  /** Whoever logs in after this person is not shown it. */
  by: string;
  action: BulkAction;
  changed: number;
  /** For how many an applicant will hear of it: only those are undone. */
  waiting: number;
  undoSeconds: number;
  /** When the first of them hears of it, in milliseconds since 1970. */
  endsAt: number;
  /** A repeated undo with this key says again what the first one did. */
  key: string;
  /** Why no answer to the undo arrived. */
  problem?: string;
  /** What came of the undo. */
  outcome?: Outcome;
};
type Outcome = { undone: number } | { refusal: string };

type State = { runs: BulkRun[] };

/** Outlives a reload, but what is over and said does not. */
const useStore = create<State>()(
  persist((): State => ({ runs: [] }), {
    name: 'bulk-runs',
    storage: createJSONStorage(() => tabStorage),
    partialize: ({ runs }) => ({ runs: runs.filter(({ outcome }) => !outcome) }),
  }),
);

function change(next: (runs: BulkRun[]) => BulkRun[]): void {
  useStore.setState(({ runs }) => ({ runs: next(runs) }));
}

/** The run that was made just now, until its notice has the focus. */
let noted: string | null = null;

/** Given to scripts that load later: importing it, they would share one more script. */
export const bulkRuns = {
  /**
   * False if it can't be undone. The time is counted from before it was sent: nobody hears of it
   * earlier.
   */
  note: (answer: BulkResponse, made: Pick<BulkRun, 'action' | 'by'>, sentAt: number): boolean => {
    const { run_id: id, undo_seconds: undoSeconds = 0, waiting = 0, changed = 0 } = answer;
    if (!id) return false;
    const endsAt = sentAt + undoSeconds * SECOND_MS;
    const run = { ...made, id, changed, waiting, undoSeconds, endsAt, key: randomKey() };
    noted = id;
    change((runs) => [run, ...runs]);
    return true;
  },
  /** True for the first who asks after it was made. */
  takeNoted: (id: string): boolean => {
    if (noted !== id) return false;
    noted = null;
    return true;
  },
  change: (id: string, changes: Partial<BulkRun>): void =>
    change((runs) => runs.map((run) => (run.id === id ? { ...run, ...changes } : run))),
  drop: (id: string): void => change((runs) => runs.filter((run) => run.id !== id)),
  dropSettled: (): void => change((runs) => runs.filter(({ outcome }) => !outcome)),
};
export type BulkRuns = typeof bulkRuns;

/** The newest first. */
export const useBulkRuns = (person: string): BulkRun[] =>
  useStore(({ runs }) => runs).filter(({ by }) => by === person);
