/** Every SQL statement of the housekeeping jobs. */
import type { Db, Executor } from '../db/open.ts';

/**
 * Whether this instance runs the job now: it is due, and no other instance has taken it. Moves the
 * date to `next`.
 */
export async function claimScheduledJob(
  db: Executor,
  name: string,
  now: Date,
  next: Date,
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
    .where('due_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Which of these file keys belong to a row. Every table that names files must be asked here: what
 * is not known is set aside.
 */
export async function findKnownKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('documents').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** How many files documents have, by the rows. */
export async function countDocuments(db: Executor): Promise<number> {
  const { total } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Last moments for each kind of row: what is older serves nobody. */
export type Horizons = {
  sessions: Date;
  codes: Date;
  attempts: Date;
  uploads: Date;
  idempotencyKeys: Date;
  sentMails: Date;
  parkedMails: Date;
};

/**
 * Each in a transaction of its own, so that none holds up people for long. Answers how many rows
 * went.
 */
export async function purgeExpired({ read }: Db, horizons: Horizons): Promise<number> {
  const results = [
    await read
      .deleteFrom('sessions')
      .where('expires_at', '<', horizons.sessions)
      .executeTakeFirst(),
    await read.deleteFrom('codes').where('expires_at', '<', horizons.codes).executeTakeFirst(),
    await read.deleteFrom('attempts').where('at', '<', horizons.attempts).executeTakeFirst(),
    await read.deleteFrom('uploads').where('expires_at', '<', horizons.uploads).executeTakeFirst(),
    await read
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', horizons.idempotencyKeys)
      .executeTakeFirst(),
    await read
      .deleteFrom('mails')
      .where('state', '=', 'sent')
      .where('sent_at', '<', horizons.sentMails)
      .executeTakeFirst(),
    await read
      .deleteFrom('mails')
      .where('state', '=', 'parked')
      .where('created_at', '<', horizons.parkedMails)
      .executeTakeFirst(),
  ];
  return results.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}
