/** Every SQL statement about FAQs. */
import { sql } from 'kysely';
import type { ListFaqsQuery } from '#domain/faqs/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { matchesWords } from '../db/search.ts';
import type { FaqsTable } from '../db/tables.ts';
import { totalOf } from '../db/totals.ts';

export type FaqRow = Omit<FaqsTable, 'search_text'>;

const COLUMNS = ['id', 'question', 'answer', 'created_at', 'updated_at', 'version'] as const;

export async function listFaqs(db: Executor, filters: ListFaqsQuery): Promise<{ rows: FaqRow[]; total: number }> {
  let query = db.selectFrom('faqs');
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'question';
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const total = await totalOf(rows.length, filters, () => query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  return { rows, total };
}

export async function findFaq(db: Executor, id: string): Promise<FaqRow | undefined> {
  return db.selectFrom('faqs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends, so that the version compared is the one changed. */
export async function lockFaq(db: Db, tx: Executor, id: string): Promise<FaqRow | undefined> {
  return lockRows(db, tx.selectFrom('faqs').select(COLUMNS).where('id', '=', id)).executeTakeFirst();
}

export async function insertFaq(db: Executor, row: FaqsTable): Promise<void> {
  await db.insertInto('faqs').values(row).execute();
}

export async function changeFaq(db: Executor, id: string, changes: Partial<FaqsTable>): Promise<void> {
  await db.updateTable('faqs').set(changes).where('id', '=', id).execute();
}

export async function deleteFaq(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('faqs').where('id', '=', id).execute();
}
