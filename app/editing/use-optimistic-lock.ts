import { useState } from 'react';
import { isEditConflict } from '#app/api/api-error.ts';
import type { Versioned } from '#app/api/transport.ts';

type OptimisticLock<Item, Input, Saved> = {
  /** The version that the form was filled with. */
  current: Versioned<Item>;
  /** Saves the form's values, based on the version they were compared with. */
  save: (mine: Input, basis: Versioned<Item>) => Promise<Saved>;
  /** Fetches the saved version; without an answer, the refusal stays. */
  fetchFresh: (basis: Versioned<Item>) => Promise<Versioned<Item>>;
};
/** `basis`: the version that the form was compared with before. */
type Conflict<Item, Input> = { fresh: Versioned<Item>; basis: Versioned<Item>; mine: Input };

/**
 * Saves by version. After a 412, `conflict` holds the saved version and the form's input; the next
 * save replaces that version.
 */
export function useOptimisticLock<Item, Input, Saved>({
  current,
  save,
  fetchFresh,
}: OptimisticLock<Item, Input, Saved>) {
  const [conflict, setConflict] = useState<Conflict<Item, Input> | null>(null);

  /**
   * Returns what `save` returns, or null if somebody else has saved first. Throws any other
   * refusal.
   */
  const attempt = async (mine: Input): Promise<Saved | null> => {
    const basis = conflict?.fresh ?? current;
    try {
      return await save(mine, basis);
    } catch (error) {
      const fresh = isEditConflict(error) ? await fetchFresh(basis).catch(() => null) : null;
      if (!fresh) throw error;
      setConflict({ fresh, basis, mine });
      return null;
    }
  };
  return { conflict, attempt, dropConflict: () => setConflict(null) };
}
