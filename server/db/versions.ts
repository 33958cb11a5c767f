/** A number per topic that grows with every write to it; caches compare it. */
import { sql } from 'kysely';
import type { Executor } from './open.ts';
import { rowsStatement, writeStatement } from './statement.ts';

export type Topic = 'public' | 'proposals';

/**
 * Raises the topic's version in the writing transaction, so that every instance sees both together.
 */
export async function raiseVersion(tx: Executor, topic: Topic): Promise<void> {
  await raise(tx, topic);
}

const raise = writeStatement((tx, topic: Topic) =>
  tx
    .insertInto('versions')
    .values({ topic, number: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({ number: sql`versions.number + 1` }),
    ),
);

const listVersions = rowsStatement((db) => db.selectFrom('versions').select(['topic', 'number']));

export async function readVersions(db: Executor): Promise<Record<Topic, number>> {
  const rows = await listVersions(db);
  return {
    public: 0,
    proposals: 0,
    ...Object.fromEntries(rows.map(({ topic, number }) => [topic, number])),
  };
}
