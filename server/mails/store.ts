import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ListMailsQuery } from '#domain/mails/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { foldedWordsOf } from '../db/search.ts';

export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>;

const mails = (db: Executor) =>
  db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'state', 'tries', 'last_error', 'created_at'])
    .select(['sent_at', 'next_try_at', 'give_up_at', 'topic'])
    .select(sql<number>`case when text = '' and html = '' then 0 else 1 end`.as('has_text'));

const holds = (word: string): RawBuilder<SqlBool> =>
  sql`lower(recipient || ' ' || subject) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

export async function listMails(db: Db, { state, q, sort, skip, limit }: ListMailsQuery) {
  const conditions = [
    ...(state === 'unsent' ? [sql<SqlBool>`state <> 'sent'`] : []),
    ...(state && state !== 'unsent' ? [sql<SqlBool>`state = ${state}`] : []),
    ...foldedWordsOf(q).map(holds),
  ];
  const matching = conditions.reduce((query, condition) => query.where(condition), mails(db.read));
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await matching
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(skip)
    .execute();
  const counted = conditions.reduce(
    (query, condition) => query.where(condition),
    db.read.selectFrom('mails').select((eb) => eb.fn.countAll<number>().as('total')),
  );
  return { rows, total: (await counted.executeTakeFirstOrThrow()).total };
}

export async function findMail(db: Executor, id: string) {
  return mails(db).where('id', '=', id).executeTakeFirst();
}

/** Empty for a secret one, and once it was sent. */
export async function findText(db: Executor, id: string): Promise<string> {
  const row = await db
    .selectFrom('mails')
    .select('text')
    .where('id', '=', id)
    .where('is_secret', '=', false)
    .executeTakeFirst();
  return row?.text ?? '';
}

/** Locks the row until the transaction ends, so that it is sent again only once. */
export async function lockMail(db: Db, tx: Executor, id: string): Promise<void> {
  await lockRows(db, tx.selectFrom('mails').select('id').where('id', '=', id)).execute();
}
