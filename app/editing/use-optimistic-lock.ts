import { useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { Versioned } from '#app/api/transport.ts';

type OptimisticLock<Item, Input, Saved> = {
  /** The version that the form was filled from. */
  current: Versioned<Item>;
  /** Saves the form's values over the version they were compared with. */
  save: (mine: Input, basis: Versioned<Item>) => Promise<Saved>;
  /** Fetches what is saved now; without an answer the refusal stays. */
  fetchFresh: (basis: Versioned<Item>) => Promise<Versioned<Item>>;
};
/** `basis`: what the form was compared with before. */
type Conflict<Item, Input> = { fresh: Versioned<Item>; basis: Versioned<Item>; mine: Input };

/**
 * Saves by version. After a 412, `conflict` holds what is saved now and what the form had; the next
 * save then replaces that version.
 */
export function useOptimisticLock<Item, Input, Saved>({
  current,
  save,
  fetchFresh,
}: OptimisticLock<Item, Input, Saved>) {
  const [conflict, setConflict] = useState<Conflict<Item, Input> | null>(null);

  /** What `save` returns, or null if somebody else saved first. Throws any other refusal. */
  const attempt = async (mine: Input): Promise<Saved | null> => {
    const basis = conflict?.fresh ?? current;
    try {
      return await save(mine, basis);
    } catch (error) {
      const fresh =
        error instanceof ApiError && error.status === 412
          ? await fetchFresh(basis).catch(() => null)
          : null;
      if (!fresh) throw error;
      setConflict({ fresh, basis, mine });
      return null;
    }
  };
  return { conflict, attempt, dropConflict: () => setConflict(null) };
}
