import { useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { Versioned } from '#app/api/transport.ts';

type OptimisticLock<Item, Input, Saved> = {
  /** The version that the form was filled from. */
  current: Versioned<Item>;
  /** Sends what the form has for the version that it was compared with. */
  save: (mine: Input, basis: Versioned<Item>) => Promise<Saved>;
  /** What is saved now; without an answer the refusal stands. */
  fetchFresh: (basis: Versioned<Item>) => Promise<Versioned<Item>>;
};
/** `basis`: what the form was compared with before. */
type Conflict<Item, Input> = { fresh: Versioned<Item>; basis: Versioned<Item>; mine: Input };

/**
 * Saves by version. 412: `conflict` has what is saved now and what the form had, and saving once
 * more is meant for that version.
 */
export function useOptimisticLock<Item, Input, Saved>({
  current,
  save,
  fetchFresh,
}: OptimisticLock<Item, Input, Saved>) {
  const [conflict, setConflict] = useState<Conflict<Item, Input> | null>(null);

  /** What `save` answers; null when somebody else came first. Throws any other refusal. */
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
