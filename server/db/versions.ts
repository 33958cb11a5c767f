/** A number per topic that grows with every write to it; caches compare it. */
import { sql } from 'kysely';
import type { Executor } from './open.ts';

export type Topic = 'public' | 'proposals';

/**
 * Raises the topic's version in the writing transaction, so that every instance sees both together.
 */
export async function raiseVersion(tx: Executor, topic: Topic): Promise<void> {
  await tx
    .insertInto('versions')
    .values({ topic, number: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({ number: sql`versions.number + 1` }),
    )
    .execute();
}

export async function readVersions(db: Executor): Promise<Record<Topic, number>> {
  const rows = await db.selectFrom('versions').select(['topic', 'number']).execute();
  return {
    public: 0,
    proposals: 0,
    ...Object.fromEntries(rows.map(({ topic, number }) => [topic, number])),
  };
}
