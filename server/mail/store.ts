/** Every SQL statement about mails that wait to be sent. */
import { randomUUID } from 'node:crypto';
import type { Db, Executor } from '../db/open.ts';
import type { MailsTable } from '../db/tables.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** After it sending is pointless. */ giveUpAt: Date;
};
export type QueuedMail = Omit<MailsTable, 'state' | 'last_error' | 'sent_at'>;

/**
 * Queues a mail in the transaction of its cause: it goes out if, and only if, the cause is
 * committed. Call `wakeMail` after the commit.
 */
export async function queueMail(tx: Executor, mail: Mail, now: Date): Promise<void> {
  const row = {
    id: randomUUID(),
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    give_up_at: mail.giveUpAt,
  };
  await tx
    .insertInto('mails')
    .values({
      ...row,
      state: 'queued',
      tries: 0,
      next_try_at: now,
      last_error: null,
      created_at: now,
      sent_at: null,
    })
    .execute();
}

const COLUMNS = [
  'id',
  'recipient',
  'subject',
  'text',
  'html',
  'tries',
  'next_try_at',
  'give_up_at',
  'created_at',
] as const;

/**
 * Takes up to `most` mails whose turn has come for this instance alone; after a crash they come
 * back at `leaseUntil`, which is their `next_try_at`.
 */
export async function claimMails(
  db: Db,
  now: Date,
  leaseUntil: Date,
  most: number,
): Promise<QueuedMail[]> {
  // A look without a lock first: an idle instance writes nothing.
  if (!(await dueMails(db.read, now, 1).select('id').executeTakeFirst())) return [];
  return db.write(async (tx) => {
    const due = dueMails(tx, now, most).select(COLUMNS);
    const mails = await (db.engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    if (mails.length === 0) return [];
    await tx
      .updateTable('mails')
      .set((eb) => ({ next_try_at: leaseUntil, tries: eb('tries', '+', 1) }))
      .where(
        'id',
        'in',
        mails.map(({ id }) => id),
      )
      .execute();
    return mails.map((mail) => ({ ...mail, tries: mail.tries + 1, next_try_at: leaseUntil }));
  });
}

/**
 * Only of those that are still held until `lease`: one that was put off meanwhile, or taken by
 * another instance, keeps its time.
 */
export async function prolongLease(
  db: Executor,
  ids: string[],
  lease: Date,
  next: Date,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: next })
    .where('id', 'in', ids)
    .where('state', '=', 'queued')
    .where('next_try_at', '=', lease)
    .execute();
}

const dueMails = (db: Executor, now: Date, most: number) =>
  db
    .selectFrom('mails')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(most);

/** The body goes with the message: a code is not kept longer than it must. */
const EMPTIED = { text: '', html: '' };

export async function markSent(db: Executor, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now, last_error: null, ...EMPTIED })
    .where('id', 'in', ids)
    .execute();
}

export async function postponeMail(
  db: Executor,
  id: string,
  nextTryAt: Date,
  lastError: string,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt, last_error: lastError })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export async function parkMail(db: Executor, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'parked', last_error: lastError, ...EMPTIED })
    .where('id', '=', id)
    .execute();
}

/** When the next mail's turn comes, undefined when none waits. */
export async function nextMailTurn(db: Executor): Promise<Date | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('next_try_at')
    .where('state', '=', 'queued')
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at;
}

export async function countMails(db: Executor): Promise<Record<'queued' | 'parked', number>> {
  const rows = await db
    .selectFrom('mails')
    .select(['state', (eb) => eb.fn.countAll<number>().as('total')])
    .where('state', '!=', 'sent')
    .groupBy('state')
    .execute();
  const of = (state: string) => rows.find((row) => row.state === state)?.total ?? 0;
  return { queued: of('queued'), parked: of('parked') };
}
