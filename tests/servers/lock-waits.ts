import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Executor } from '#server/db/open.ts';

/** Resolves once a statement in this PostgreSQL database waits for a lock. */
export async function somebodyWaits(db: Executor): Promise<void> {
  const waiting = sql<{ total: number }>`
    select count(*)::int as total from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () =>
    expect((await waiting.execute(db)).rows[0]!.total).toBeGreaterThan(0),
  );
}
