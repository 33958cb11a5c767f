import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/constants.ts';
import type { Db, Executor } from '../db/open.ts';
import { insertion, insertRows, rowsOf, writeStatement } from '../db/statement.ts';
import type { NewRow, Row, RowChanges } from '../db/tables.ts';
import { claimJobs, type ClaimedJob, type Queue } from '../queue/store.ts';

export type Mail = {
  /** Null: the person has no address, and gets no mails. */
  to: string | null;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe address, for mails that nobody has requested. */
  unsubscribeUrl?: string;
  /** Whoever it is answered to, if not the firm. */
  replyTo?: string;
  /** After this time, sending is pointless: in three days by default. */ giveUpAt?: Date;
  /** Until then it may still be dropped; by default it is due at once. */
  dueAt?: Date;
  /**
   * What it is about, for `dropUnsent` and `redirectUnsent`, and a digest of what was told about it
   * before.
   */
  topic?: string;
  told?: string;
  /** It contains a one-time code, which is deleted as soon as possible. */ isSecret?: boolean;
};

/** Mails to the firm whose subjects name whoever wrote: a sent one has no text to go by. */
const ABOUT = ['threads', 'requests', 'withdrawals', 'enquiries', 'assigned'] as const;
export const topicAbout = (about: (typeof ABOUT)[number], id: string): string => `${about}:${id}`;

export async function deleteMailsAbout(tx: Executor, ids: string[]): Promise<void> {
  const topics = ids.flatMap((id) => ABOUT.map((about) => topicAbout(about, id)));
  if (topics.length > 0) await tx.deleteFrom('mails').where('topic', 'in', topics).execute();
}

/**
 * Queues a mail in the transaction of its cause: it is sent if, and only if, the cause is
 * committed. Call `notifyMail` after the commit.
 */
export async function queueMail(tx: Executor, mail: Mail, now: Date): Promise<void> {
  if (isAddressed(mail)) await insertMail(tx, toRow(mail, now));
}

type Addressed = Mail & { to: string };
const isAddressed = (mail: Mail): mail is Addressed => mail.to !== null;

const insertMail = insertion('mails');

/** The same for many mails, in one statement. */
export async function queueMails(tx: Executor, mails: Mail[], now: Date): Promise<void> {
  await insertRows(
    tx,
    'mails',
    mails.filter(isAddressed).map((mail) => toRow(mail, now)),
  );
}

const LIFETIME_MS = 3 * DAY_MS;

const toRow = (mail: Addressed, now: Date): NewRow<'mails'> => ({
  id: randomUUID(),
  recipient: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  unsubscribe_url: mail.unsubscribeUrl ?? null,
  reply_to: mail.replyTo ?? null,
  give_up_at: mail.giveUpAt ?? new Date(now.getTime() + LIFETIME_MS),
  is_secret: mail.isSecret ?? false,
  state: 'queued',
  tries: 0,
  next_try_at: mail.dueAt ?? now,
  last_error: null,
  created_at: now,
  sent_at: null,
  topic: mail.topic ?? null,
  told: mail.told ?? null,
});

/**
 * How soon a mail is retried after its instance died: a code is valid for ten minutes, and somebody
 * is waiting for it.
 */
export const LEASE_MS = 8 * SECOND_MS;

/** What had been told before is not known: a mail may be on its way, or have arrived. */
const UNCERTAIN = '';

/**
 * Drops the unsent mails of these topics, unless they may be on their way, or have failed: those
 * lose their text and are not sent again, by hand either, because they would arrive after what is
 * newer. Returns, by topic, what had been told before the dropped ones.
 */
export async function dropUnsent(
  tx: Executor,
  topics: string[],
  now: Date,
): Promise<Map<string, string>> {
  if (topics.length === 0) return new Map();
  // Whoever is sending one has it leased until then at most.
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const dropped = await tx
    .deleteFrom('mails')
    .where('topic', 'in', topics)
    .where('state', '=', 'queued')
    .where(({ eb, or }) => or([eb('tries', '=', 0), eb('next_try_at', '>', leasedUntil)]))
    .returning(['topic', 'told', 'tries'])
    .execute();
  const tried = await tx
    .updateTable('mails')
    .set({ give_up_at: now, text: '', html: '' })
    .where('topic', 'in', topics)
    .where('state', '!=', 'sent')
    .where('text', '!=', '')
    .returning('topic')
    .execute();
  return new Map([
    ...dropped.map(
      ({ topic, told, tries }) => [topic!, (tries === 0 && told) || UNCERTAIN] as const,
    ),
    ...tried.map(({ topic }) => [topic!, UNCERTAIN] as const),
  ]);
}

const newestOf = (tx: Executor, topic: string) =>
  tx
    .selectFrom('mails')
    .select(['state', 'sent_at', 'created_at'])
    .where('topic', '=', topic)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When the newest mail of this topic was sent or, while that is not known, queued. */
export async function findNewestAt(tx: Executor, topic: string) {
  const newest = await newestOf(tx, topic);
  return newest && (newest.sent_at ?? newest.created_at);
}

/**
 * When the next mail of this topic may go out, of which there is one an hour at most; undefined
 * while one waits to be sent.
 */
export async function nextHourlyAt(tx: Executor, topic: string, now: Date) {
  const newest = await newestOf(tx, topic);
  if (!newest) return now;
  if (newest.state === 'queued') return undefined;
  const last = newest.sent_at ?? newest.created_at;
  return new Date(Math.max(now.getTime(), last.getTime() + HOUR_MS));
}

/**
 * Sends to somebody's new address what their old one has not received. Codes and warnings about the
 * account have no topic: they stay with the address that they were meant for.
 */
export async function redirectUnsent(tx: Executor, from: string, to: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ recipient: to })
    .where('recipient', '=', from)
    .where('state', 'in', ['queued', 'failed'])
    .where('topic', 'is not', null)
    .execute();
}

const COLUMNS = [
  'id',
  'recipient',
  'subject',
  'text',
  'html',
  'unsubscribe_url',
  'reply_to',
  'give_up_at',
  'created_at',
] as const;

type MailJob = Pick<Row<'mails'>, (typeof COLUMNS)[number]>;
export type QueuedMail = ClaimedJob<MailJob>;

/**
 * An older mail of the same topic was dropped while it was on its way: it would arrive after this
 * one. A dropped mail itself waits for nothing.
 */
const isBehind = (now: Date) => sql`(text <> '' and topic is not null and exists (
  select 1 from mails older
  where older.topic = mails.topic and older.state = 'queued' and older.text = ''
    and older.next_try_at <= ${new Date(now.getTime() + LEASE_MS)}))`;

export const MAILS: Queue<MailJob> = {
  table: 'mails',
  id: 'id',
  dueAt: 'next_try_at',
  tries: 'tries',
  columns: COLUMNS,
  isOpen: sql`state = 'queued'`,
  isDue: (now) => sql`next_try_at <= ${now} and not ${isBehind(now)}`,
  order: sql`next_try_at`,
};

export const claimMails = (
  db: Db,
  now: Date,
  leaseUntil: Date,
  limit: number,
  inFlight: readonly string[] = [],
): Promise<QueuedMail[]> => claimJobs(db, MAILS, now, leaseUntil, limit, inFlight);

/** The body is deleted with the message: a code is not stored longer than necessary. */
const EMPTIED = { text: '', html: '', unsubscribe_url: null, reply_to: null };

/** If a loss of power undoes this, the mail is sent again, as after a crash. */
export async function markSent(db: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length > 0) await db.writeUnsynced((tx) => setSent(tx, ids, now));
}

const setSent = rowsOf((db, isAmong, now: Date) =>
  db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now, last_error: null, ...EMPTIED })
    .where(isAmong('id')),
);

const unlessSecret = (column: 'text' | 'html') =>
  sql<string>`case when is_secret then '' else ${sql.ref(column)} end`;

/**
 * Gives it up, unless another instance has sent it. An admin may send it again, unless it contains
 * a code.
 */
export async function failMail(
  db: Executor,
  id: string,
  { reason, isBounced = false }: { reason: string; isBounced?: boolean },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      state: 'failed',
      last_error: reason,
      is_bounced: isBounced,
      text: unlessSecret('text'),
      html: unlessSecret('html'),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export async function countMails(db: Executor): Promise<Record<'queued' | 'failed', number>> {
  const rows = await db
    .selectFrom('mails')
    .select(['state', (eb) => eb.fn.countAll<number>().as('total')])
    .where('state', '!=', 'sent')
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(rows.map(({ state, total }) => [state, total]));
  return { queued: counts['queued'] ?? 0, failed: counts['failed'] ?? 0 };
}

async function countIn(db: Executor, state: 'queued' | 'failed', is: '<' | '>', at: Date) {
  const counted = db.selectFrom('mails').select((eb) => eb.fn.countAll<number>().as('total'));
  const query = counted.where('state', '=', state).where('created_at', is, at);
  return Number((await query.executeTakeFirstOrThrow()).total);
}

/** For each age in seconds, how many mails have waited longer. */
export const countMailsByAge = (db: Executor, now: Date, ages: readonly number[]) =>
  Promise.all(
    ages.map(async (seconds): Promise<[number, number]> => {
      const before = new Date(now.getTime() - seconds * 1000);
      return [seconds, await countIn(db, 'queued', '<', before)];
    }),
  );

export const countGivenUp = (db: Executor, since: Date) => countIn(db, 'failed', '>', since);

export const deleteSentBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('mails').where('state', '=', 'sent').where('sent_at', '<', instant),
);

export const deleteFailedBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('mails').where('state', '=', 'failed').where('created_at', '<', instant),
);

const bounced = (db: Executor) =>
  db.selectFrom('mails').where('is_bounced', '=', true).where('state', '=', 'failed');

/** Whether a mail to the address has bounced, and none has been sent since. */
export async function hasBounced(db: Executor, email: string): Promise<boolean> {
  const found = await bounced(db)
    .select('id')
    .where('recipient', '=', email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as sent')
            .select('sent.id')
            .whereRef('sent.recipient', '=', 'mails.recipient')
            .where('sent.state', '=', 'sent')
            .whereRef('sent.sent_at', '>', 'mails.created_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest bounced mail about the topic: one that a newer mail has replaced has no text. */
export const findBounce = (db: Executor, topic: string) =>
  bounced(db)
    .select(['created_at as at', 'last_error as reason', 'recipient'])
    .where('topic', '=', topic)
    .where('text', '!=', '')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

type Times = { now: Date; giveUpAt: Date };

/** As if it had just been queued; the last error is kept. */
export const queuedAgain = ({ now, giveUpAt }: Times): RowChanges<'mails'> => ({
  ...{ state: 'queued', is_bounced: false, tries: 0, next_try_at: now },
  give_up_at: giveUpAt,
});

/** Sends what has bounced about proposals again, to what is the address now. */
export async function queueBounced(tx: Executor, email: string, times: Times): Promise<void> {
  await tx
    .updateTable('mails')
    .set(queuedAgain(times))
    .where('recipient', '=', email)
    .where('is_bounced', '=', true)
    .where('state', '=', 'failed')
    .where('topic', 'is not', null)
    .where('text', '!=', '')
    .execute();
}
