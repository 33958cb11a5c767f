import { batchesOf } from '../db/table.ts';
import type { Executor } from '../db/open.ts';

type Times = {
  now: Date;
  next: Date;
  /** Only a clock that was wrong can have set a date after this one. */
  latest: Date;
};

/**
 * Whether this instance runs the job now: it is due, and no other instance has claimed it. Moves
 * the date to `next`.
 */
export async function claimScheduledJob(
  db: Executor,
  name: string,
  { now, next, latest }: Times,
): Promise<boolean> {
  await db
    .insertInto('jobs')
    .values({ name, due_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: next })
    .where('name', '=', name)
    .where((is) => is.or([is('due_at', '<=', now), is('due_at', '>', latest)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function moveScheduledJob(db: Executor, name: string, next: Date): Promise<void> {
  await db.updateTable('jobs').set({ due_at: next }).where('name', '=', name).execute();
}

/** Files that were set aside, because no row knew them, and when. */
export async function readOrphans(db: Executor): Promise<Map<string, Date>> {
  const rows = await db.selectFrom('orphans').selectAll().execute();
  return new Map(rows.map(({ key, seen_at }) => [key, seen_at]));
}

export async function insertOrphans(db: Executor, keys: string[], seenAt: Date): Promise<void> {
  for (const batch of batchesOf(keys))
    await db
      .insertInto('orphans')
      .values(batch.map((key) => ({ key, seen_at: seenAt })))
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
}

export async function dropOrphans(db: Executor, keys: string[]): Promise<void> {
  for (const batch of batchesOf(keys))
    await db.deleteFrom('orphans').where('key', 'in', batch).execute();
}
