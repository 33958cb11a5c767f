/** Filling an empty database, once, whichever of several instances comes first. */
import type { Db, Executor } from './open.ts';

const LOCK = 'first-fill';

/** Whether nothing has been entered yet: neither a user nor a program. */
export async function isEmpty(db: Executor): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('programs').select('id').limit(1).executeTakeFirst(),
  ]);
  return found.every((row) => row === undefined);
}

/**
 * Runs `fill` in one transaction if the database is still empty, and notes the steps that follow
 * it. Others wait for it, and then find something there.
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
 * Whether a step is left to do after the transaction: also when the instance that began has died.
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
