import { useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { Versioned } from '#app/api/transport.ts';

type OptimisticLock<Item, Input> = {
  /** The version that the form was filled from. */
  current: Versioned<Item>;
  /** Sends what the form has for the version that it was compared with. */
  save: (mine: Input, basis: Versioned<Item>) => Promise<unknown>;
  fetchFresh: () => Promise<Versioned<Item>>;
};

/**
 * Saves by version. 412: `conflict` has what is saved now and what the form had, and saving once
 * more is meant for that version.
 */
export function useOptimisticLock<Item, Input>({
  current,
  save,
  fetchFresh,
}: OptimisticLock<Item, Input>) {
  const [conflict, setConflict] = useState<{ fresh: Versioned<Item>; mine: Input } | null>(null);

  /** Whether it was saved; not when somebody else came first. Throws any other refusal. */
  const attempt = async (mine: Input): Promise<boolean> => {
    try {
      await save(mine, conflict?.fresh ?? current);
      return true;
    } catch (error) {
      const fresh =
        error instanceof ApiError && error.status === 412
          ? await fetchFresh().catch(() => null)
          : null;
      if (!fresh) throw error;
      setConflict({ fresh, mine });
      return false;
    }
  };
  return { conflict, attempt };
}
