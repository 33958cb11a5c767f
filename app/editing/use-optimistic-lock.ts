import { useState } from 'react';
import type { Versioned } from '#app/api/transport.ts';
import { hasArrived } from './has-arrived.ts';
import { saveByVersion } from './save-by-version.ts';

type OptimisticLock<Item, Input, Saved> = {
  /** The version that the form was filled with. */
  current: Versioned<Item>;
  /** Saves the form's values, based on the version they were compared with. */
  save: (mine: Input, basis: Versioned<Item>) => Promise<Saved>;
  /** Fetches the saved version; without an answer, the refusal stays. */
  fetchFresh: (basis: Versioned<Item>, mine: Input) => Promise<Versioned<Item>>;
  /** Whether the saved version is this input; by default, by the names of its fields. */
  isSaved?: ((theirs: Item, mine: Input, basis: Item) => boolean) | undefined;
};
/** `basis`: the version that the form was compared with before. */
type Conflict<Item, Input> = { fresh: Versioned<Item>; basis: Versioned<Item>; mine: Input };

/**
 * Saves by version. If somebody else has saved first, `conflict` holds the saved version and the
 * form's input; the next save replaces that version.
 */
export function useOptimisticLock<Item extends object, Input extends object, Saved>({
  current,
  save,
  fetchFresh,
  isSaved = hasArrived,
}: OptimisticLock<Item, Input, Saved>) {
  const [conflict, setConflict] = useState<Conflict<Item, Input> | null>(null);

  /**
   * Returns what `save` returns, or null if somebody else has saved first: then `onConflict` gets
   * both versions. Throws any other refusal.
   */
  const attempt = (
    mine: Input,
    onConflict: (conflict: Conflict<Item, Input>) => void = setConflict,
  ): Promise<Saved | null> => {
    const basis = conflict?.fresh ?? current;
    return saveByVersion<Saved | null>(
      () => save(mine, basis),
      async (refusal) => {
        const fresh = await fetchFresh(basis, mine).catch(() => null);
        if (!fresh) throw refusal;
        if (isSaved(fresh, mine, basis)) return fresh as Saved;
        onConflict({ fresh, basis, mine });
        return null;
      },
    );
  };
  return { conflict, attempt, dropConflict: () => setConflict(null) };
}
