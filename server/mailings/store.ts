import { batchesOf } from '../db/table.ts';
import type { NewRow, Row } from '../db/tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';

export type MailingRow = Row<'mailings'> & { first_name: string | null; last_name: string | null };

const mailings = (db: Executor) =>
  db
    .selectFrom('mailings')
    .leftJoin('users', 'users.id', 'mailings.created_by')
    .selectAll('mailings')
    .select(['users.first_name', 'users.last_name']);

export async function listMailings(
  db: Executor,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: MailingRow[]; total: number }> {
  const { total } = await db
    .selectFrom('mailings')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await mailings(db)
    .orderBy('mailings.created_at', 'desc')
    .orderBy('mailings.id')
    .offset(skip)
    .limit(limit)
    .execute();
  return { rows, total: Number(total) };
}

export const findMailing = (db: Executor, id: string): Promise<MailingRow | undefined> =>
  mailings(db).where('mailings.id', '=', id).executeTakeFirst();

export async function lockMailing(
  db: Db,
  tx: Executor,
  id: string,
): Promise<Row<'mailings'> | undefined> {
  const query = tx.selectFrom('mailings').selectAll().where('id', '=', id);
  return lockRows(db, query).executeTakeFirst();
}

export async function insertMailing(tx: Executor, row: NewRow<'mailings'>): Promise<void> {
  await tx.insertInto('mailings').values(row).execute();
}

export async function changeMailing(
  tx: Executor,
  id: string,
  changes: Partial<Row<'mailings'>>,
): Promise<void> {
  await tx.updateTable('mailings').set(changes).where('id', '=', id).execute();
}

export async function insertPeople(tx: Executor, rows: NewRow<'mailing_people'>[]): Promise<void> {
  for (const batch of batchesOf(rows)) await insertRows(tx, 'mailing_people', batch);
}

/** Leaves out people who have closed their account since. */
export async function listPeople(db: Executor, mailingId: string) {
  return db
    .selectFrom('mailing_people')
    .innerJoin('users', 'users.id', 'mailing_people.user_id')
    .select(['users.email', 'users.first_name', 'business_name', 'program', 'deadline', 'path'])
    .select(['mailing_people.receipt_number', 'stage', 'amount'])
    .where('mailing_id', '=', mailingId)
    .where('users.is_active', '=', true)
    .$narrowType<{ email: string }>()
    .orderBy('users.id')
    .execute();
}

/** With their mails, as long as these are kept: by name. */
export async function listRecipients(db: Executor, mailingId: string) {
  return db
    .selectFrom('mailing_people')
    .innerJoin('users', 'users.id', 'mailing_people.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['mailing_people.state', 'mailing_people.sent_at'])
    .where('mailing_id', '=', mailingId)
    .$narrowType<{ email: string }>()
    .orderBy('users.last_name_key')
    .orderBy('users.first_name_key')
    .orderBy('users.id')
    .execute();
}

export async function settlePerson(
  tx: Executor,
  mailingId: string,
  userId: string,
  ended: Pick<Row<'mailing_people'>, 'state' | 'sent_at'>,
): Promise<void> {
  await tx
    .updateTable('mailing_people')
    .set(ended)
    .where('mailing_id', '=', mailingId)
    .where('user_id', '=', userId)
    .execute();
}

export async function listMailsOf(db: Executor, topic: string) {
  const query = db.selectFrom('mails').select(['recipient', 'state', 'sent_at']);
  return query.where('topic', '=', topic).execute();
}

/** Of a planned one that goes to nobody. */
export async function deletePeople(tx: Executor, mailingId: string): Promise<void> {
  await tx.deleteFrom('mailing_people').where('mailing_id', '=', mailingId).execute();
}

export async function countMails(db: Executor, topics: string[]) {
  if (topics.length === 0) return [];
  return db
    .selectFrom('mails')
    .select(['topic', 'state', (eb) => eb.fn.countAll<number>().as('total')])
    .where('topic', 'in', topics)
    .groupBy(['topic', 'state'])
    .execute();
}

export async function nextMailingAt(db: Executor): Promise<Date | undefined> {
  const query = db.selectFrom('mailings').select('send_at').where('state', '=', 'planned');
  return (await query.orderBy('send_at').limit(1).executeTakeFirst())?.send_at ?? undefined;
}

export async function listDue(db: Executor, now: Date): Promise<string[]> {
  const query = db.selectFrom('mailings').select('id').where('state', '=', 'planned');
  return (await query.where('send_at', '<=', now).execute()).map(({ id }) => id);
}

export const listUnsettled = (db: Executor): Promise<Row<'mailings'>[]> =>
  db
    .selectFrom('mailings')
    .selectAll()
    .where(({ eb, or, and, exists, selectFrom }) =>
      or([
        eb('state', '=', 'sending'),
        and([
          eb('state', '=', 'cancelled'),
          exists(
            selectFrom('mailing_people')
              .select('user_id')
              .whereRef('mailing_id', '=', 'mailings.id')
              .where('mailing_people.state', 'is', null),
          ),
        ]),
      ]),
    )
    .execute();
