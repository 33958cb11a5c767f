/** Every SQL statement about mailings; their mails are in server/mail/store.ts. */
import { batchesOf } from '../db/batches.ts';
import type { MailingPeopleTable, MailingsTable } from '../db/mailing-tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';

export type MailingRow = MailingsTable & { first_name: string | null; last_name: string | null };

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

/** Locks it until the transaction ends. */
export async function lockMailing(
  db: Db,
  tx: Executor,
  id: string,
): Promise<MailingsTable | undefined> {
  const query = tx.selectFrom('mailings').selectAll().where('id', '=', id);
  return lockRows(db, query).executeTakeFirst();
}

export async function insertMailing(tx: Executor, row: MailingsTable): Promise<void> {
  await tx.insertInto('mailings').values(row).execute();
}

export async function changeMailing(
  tx: Executor,
  id: string,
  changes: Partial<MailingsTable>,
): Promise<void> {
  await tx.updateTable('mailings').set(changes).where('id', '=', id).execute();
}

export async function insertPeople(tx: Executor, rows: MailingPeopleTable[]): Promise<void> {
  for (const batch of batchesOf(rows)) await insertRows(tx, 'mailing_people', batch);
}

/** Whoever has closed the account since is not among them. */
export async function listPeople(db: Executor, mailingId: string) {
  return db
    .selectFrom('mailing_people')
    .innerJoin('users', 'users.id', 'mailing_people.user_id')
    .select(['users.email', 'users.first_name', 'business_name', 'program', 'deadline', 'path'])
    .where('mailing_id', '=', mailingId)
    .where('users.is_active', '=', true)
    .orderBy('users.id')
    .execute();
}

/** Who gets it is in its mails from now on. */
export async function deletePeople(tx: Executor, mailingId: string): Promise<void> {
  await tx.deleteFrom('mailing_people').where('mailing_id', '=', mailingId).execute();
}

/** The mails of these topics by state. */
export async function countMails(db: Executor, topics: string[]) {
  if (topics.length === 0) return [];
  return db
    .selectFrom('mails')
    .select(['topic', 'state', (eb) => eb.fn.countAll<number>().as('total')])
    .where('topic', 'in', topics)
    .groupBy(['topic', 'state'])
    .execute();
}

/** When the next planned one goes out. */
export async function nextMailingAt(db: Executor): Promise<Date | undefined> {
  const query = db.selectFrom('mailings').select('send_at').where('state', '=', 'planned');
  return (await query.orderBy('send_at').limit(1).executeTakeFirst())?.send_at ?? undefined;
}

export async function listDue(db: Executor, now: Date): Promise<string[]> {
  const query = db.selectFrom('mailings').select('id').where('state', '=', 'planned');
  return (await query.where('send_at', '<=', now).execute()).map(({ id }) => id);
}

export const listSending = (db: Executor): Promise<MailingsTable[]> =>
  db.selectFrom('mailings').selectAll().where('state', '=', 'sending').execute();
