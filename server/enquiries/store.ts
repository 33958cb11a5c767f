/** Every SQL statement about contact enquiries. */
import { sql } from 'kysely';
import type { ListEnquiriesQuery } from '#domain/enquiries/schema.ts';
import type { Executor } from '../db/open.ts';
import { matchesWords } from '../db/search.ts';
import type { EnquiriesTable } from '../db/tables.ts';
import { totalOf } from '../db/totals.ts';

export type EnquiryRow = Omit<EnquiriesTable, 'search_text'>;

const COLUMNS = ['id', 'first_name', 'last_name', 'email', 'phone_number', 'message', 'created_at', 'updated_at', 'version'] as const;

export async function listEnquiries(db: Executor, filters: ListEnquiriesQuery): Promise<{ rows: EnquiryRow[]; total: number }> {
  let query = db.selectFrom('enquiries');
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'last_name';
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const total = await totalOf(rows.length, filters, () => query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  return { rows, total };
}

export async function findEnquiry(db: Executor, id: string): Promise<EnquiryRow | undefined> {
  return db.selectFrom('enquiries').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function insertEnquiry(db: Executor, row: EnquiriesTable): Promise<void> {
  await db.insertInto('enquiries').values(row).execute();
}
