import type { ReactElement } from 'react';
import type { Versioned } from '#app/api/transport.ts';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { useOptimisticLock } from '#app/editing/use-optimistic-lock.ts';
import { EditConflict, type Difference } from './edit-conflict.tsx';

export type Conflicting<Item, Input, Saved> = {
  /** The version that the form was filled with. */
  current: Versioned<Item>;
  save: (mine: Input, basis: Versioned<Item>) => Promise<Saved>;
  fetchFresh: () => Promise<Versioned<Item>>;
  isSaved?: (theirs: Item, mine: Input, basis: Item) => boolean;
  compare: (theirs: Item, mine: Input) => Difference[];
  /** Redraws the form from the saved version. */
  onReload: () => void;
};

/**
 * Saves the main form by version. `attempt` returns null if somebody else has saved first: then
 * `conflictPanel` shows both versions side by side, and no input is lost.
 */
export function useConflictPanel<Item extends object, Input extends object, Saved>(
  { compare, onReload, ...lock }: Conflicting<Item, Input, Saved>,
  { draft, isBusy }: { draft: FormDraft; isBusy: boolean },
) {
  const { conflict, attempt } = useOptimisticLock(lock);
  const takeTheirs = () => {
    draft.clear();
    onReload();
  };
  const conflictPanel: ReactElement | null = conflict && (
    <EditConflict
      key={conflict.fresh.etag}
      differences={compare(conflict.fresh, conflict.mine)}
      isBusy={isBusy}
      onTakeTheirs={takeTheirs}
    />
  );
  return { attempt, conflictPanel };
}
