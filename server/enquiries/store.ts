/** Every SQL statement about contact enquiries. */
import type { ListEnquiriesQuery } from '#domain/enquiries/schema.ts';
import { readPage } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import type { EnquiriesTable } from '../db/content-tables.ts';

export type EnquiryRow = Omit<EnquiriesTable, 'search_text'>;

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'message',
  'created_at',
  'updated_at',
  'version',
] as const;

export async function listEnquiries(
  db: Db,
  query: ListEnquiriesQuery,
): Promise<{ rows: EnquiryRow[]; total: number }> {
  return readPage(db, { table: 'enquiries', ...query }, (ids) =>
    db.read.selectFrom('enquiries').select(COLUMNS).where('id', 'in', ids).execute(),
  );
}

export async function findEnquiry(db: Executor, id: string): Promise<EnquiryRow | undefined> {
  return db.selectFrom('enquiries').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function insertEnquiry(db: Executor, row: EnquiriesTable): Promise<void> {
  await db.insertInto('enquiries').values(withSortKeys('enquiries', row)).execute();
}
