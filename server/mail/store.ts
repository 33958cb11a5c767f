/** Every SQL statement about mails that wait to be sent. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Executor } from '../db/open.ts';
import type { MailsTable } from '../db/tables.ts';
import { claimJobs, type ClaimedJob, type Queue } from '../queue/store.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** After it sending is pointless. */ giveUpAt: Date;
};

/**
 * Queues a mail in the transaction of its cause: it goes out if, and only if, the cause is
 * committed. Call `notifyMail` after the commit.
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

const COLUMNS = ['id', 'recipient', 'subject', 'text', 'html', 'give_up_at', 'created_at'] as const;

type MailJob = Pick<MailsTable, (typeof COLUMNS)[number]>;
export type QueuedMail = ClaimedJob<MailJob>;

export const MAILS: Queue<MailJob> = {
  table: 'mails',
  id: 'id',
  dueAt: 'next_try_at',
  tries: 'tries',
  columns: COLUMNS,
  isOpen: sql`state = 'queued'`,
  isDue: (now) => sql`next_try_at <= ${now}`,
  order: sql`next_try_at`,
};

export const claimMails = (
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<QueuedMail[]> => claimJobs(db, MAILS, now, leaseUntil, limit);

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

/** Gives it up. The state is called `parked` in rows and metrics. */
export async function failMail(db: Executor, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'parked', last_error: lastError, ...EMPTIED })
    .where('id', '=', id)
    .execute();
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

/** For each age in seconds how many mails have waited for longer. */
export async function countMailsByAge(
  db: Executor,
  now: Date,
  ages: readonly number[],
): Promise<[seconds: number, total: number][]> {
  const counted = ages.map(async (seconds): Promise<[number, number]> => {
    const { total } = await db
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('state', '=', 'queued')
      .where('created_at', '<', new Date(now.getTime() - seconds * 1000))
      .executeTakeFirstOrThrow();
    return [seconds, Number(total)];
  });
  return Promise.all(counted);
}

/** Answers how many were sent before. */
export async function deleteSentBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('state', '=', 'sent')
    .where('sent_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Answers how many of those that failed were queued before. */
export async function deleteFailedBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('state', '=', 'parked')
    .where('created_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
