/** Fills an empty database once, whichever of several instances is first. */
import type { Db, Executor } from './open.ts';

const LOCK = 'first-fill';

/** Whether the database has neither users nor programs. */
export async function isEmpty(db: Executor): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('programs').select('id').limit(1).executeTakeFirst(),
  ]);
  return found.every((row) => row === undefined);
}

/**
 * Runs `fill` in one transaction if the database is still empty, and records the steps that follow.
 * Other instances wait for it, and then find the database filled.
 */
export async function fillOnce(
  db: Db,
  now: Date,
  steps: readonly string[],
  fill: (tx: Executor) => Promise<void>,
): Promise<void> {
  await db.write(async (tx) => {
    // The row is the lock: on PostgreSQL a second insert waits until the first transaction ends.
    await tx
      .insertInto('jobs')
      .values({ name: LOCK, due_at: now })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: now }))
      .execute();
    if (!(await isEmpty(tx))) return;
    await fill(tx);
    await tx
      .insertInto('jobs')
      .values(steps.map((name) => ({ name, due_at: now })))
      .execute();
  });
}

/**
 * Whether a step after the transaction is still to be done, even if the instance that began it has
 * died.
 */
export async function isStepUnfinished(db: Executor, step: string): Promise<boolean> {
  return (
    (await db.selectFrom('jobs').select('name').where('name', '=', step).executeTakeFirst()) !==
    undefined
  );
}

export async function finishStep(db: Executor, step: string): Promise<void> {
  await db.deleteFrom('jobs').where('name', '=', step).execute();
}
