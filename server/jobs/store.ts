/** Every SQL statement about when housekeeping jobs are due. */
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

/** Moves the job to another time. */
export async function moveScheduledJob(db: Executor, name: string, next: Date): Promise<void> {
  await db.updateTable('jobs').set({ due_at: next }).where('name', '=', name).execute();
}
