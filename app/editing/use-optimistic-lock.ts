import { useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import type { Versioned } from '#app/api/transport.ts';

type Guarded<Thing, Input> = {
  /** The version that the form was filled from. */
  current: Versioned<Thing>;
  /** Sends what the form has for the version that it was compared with. */
  save: (mine: Input, basis: Versioned<Thing>) => Promise<unknown>;
  fetchFresh: () => Promise<Versioned<Thing>>;
};

/**
 * Saves by version. 412: `conflict` has what is saved now and what the form had, and saving once
 * more is meant for that version.
 */
export function useOptimisticLock<Thing, Input>({
  current,
  save,
  fetchFresh,
}: Guarded<Thing, Input>) {
  const [conflict, setConflict] = useState<{ fresh: Versioned<Thing>; mine: Input } | null>(null);

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
