/** Every SQL statement about FAQs. */
import type { ListFaqsQuery } from '#domain/faqs/schema.ts';
import { readPage } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { rowsOf } from '../db/statement.ts';
import type { FaqsTable } from '../db/content-tables.ts';

export type FaqRow = Omit<FaqsTable, 'search_text'>;

const COLUMNS = ['id', 'question', 'answer', 'created_at', 'updated_at', 'version'] as const;

export async function listFaqs(
  db: Db,
  query: ListFaqsQuery,
): Promise<{ rows: FaqRow[]; total: number }> {
  return readPage(db, { table: 'faqs', ...query }, (ids) => faqsOf(db.read, ids));
}

const faqsOf = rowsOf((db, isAmong) => db.selectFrom('faqs').select(COLUMNS).where(isAmong('id')));

export async function findFaq(db: Executor, id: string): Promise<FaqRow | undefined> {
  return db.selectFrom('faqs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/**
 * Locks the row until the transaction ends, so that the version is compared with the row that is
 * changed.
 */
export async function lockFaq(db: Db, tx: Executor, id: string): Promise<FaqRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('faqs').select(COLUMNS).where('id', '=', id),
  ).executeTakeFirst();
}

export async function insertFaq(db: Executor, row: FaqsTable): Promise<void> {
  await db.insertInto('faqs').values(withSortKeys('faqs', row)).execute();
}

export async function changeFaq(
  db: Executor,
  id: string,
  changes: Partial<FaqsTable>,
): Promise<void> {
  await db.updateTable('faqs').set(withSortKeys('faqs', changes)).where('id', '=', id).execute();
}

export async function deleteFaq(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('faqs').where('id', '=', id).execute();
}
