import { sql } from 'kysely';
import type { Db, Executor } from '../db/open.ts';
import { insertion, statement, writeStatement } from '../db/statement.ts';

/**
 * One transaction at a time counts in this bucket, so that parallel attempts cannot all take the
 * last free place. SQLite has one writer anyway.
 */
export async function lockBucket(db: Db, tx: Executor, bucket: string): Promise<void> {
  if (db.engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`.execute(tx);
}

/**
 * The time of the `most`th attempt since `since`, counted back from the newest; undefined if there
 * were fewer.
 */
export async function findTryAtLimit(
  db: Executor,
  bucket: string,
  since: Date,
  most: number,
): Promise<Date | undefined> {
  return (await tryAfter(db, bucket, since, most - 1))?.at;
}

const tryAfter = statement((db, bucket: string, since: Date, others: number) =>
  db
    .selectFrom('attempts')
    .select('at')
    .where('bucket', '=', bucket)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(others),
);

export const insertTry = insertion('attempts');

export async function moveTry(db: Executor, id: string, at: Date): Promise<void> {
  await db.updateTable('attempts').set({ at }).where('id', '=', id).execute();
}

export const deleteTry = statement((db, id: string) =>
  db.deleteFrom('attempts').where('id', '=', id),
);

export const deleteTriesBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('attempts').where('at', '<', instant),
);
