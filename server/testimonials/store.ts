/** Every SQL statement about testimonials; each takes which of them the asker may see. */
import { sql } from 'kysely';
import type { ListTestimonialsQuery } from '#domain/testimonials/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { matchesWords } from '../db/search.ts';
import type { TestimonialsTable } from '../db/tables.ts';
import { totalOf } from '../db/totals.ts';

export type TestimonialRow = Omit<TestimonialsTable, 'search_text'>;

/** Which testimonials a query may see (contract.md section 5). */
export type Scope = 'approved' | 'all';

const COLUMNS = ['id', 'first_name', 'last_name', 'position', 'message', 'is_approved', 'created_at', 'updated_at', 'version'] as const;

function visible(db: Executor, scope: Scope) {
  const query = db.selectFrom('testimonials');
  return scope === 'all' ? query : query.where('is_approved', '=', true);
}

export async function listTestimonials(db: Executor, scope: Scope, filters: ListTestimonialsQuery): Promise<{ rows: TestimonialRow[]; total: number }> {
  let query = visible(db, scope);
  if (filters.is_approved !== undefined) query = query.where('is_approved', '=', filters.is_approved);
  for (const condition of matchesWords(sql.ref('search_text'), filters.q)) query = query.where(condition);
  const direction = filters.sort.startsWith('-') ? 'desc' : 'asc';
  const column = filters.sort.replace(/^-/, '') as 'last_name';
  const rows = await query.select(COLUMNS).orderBy(column, direction).orderBy('id', direction).limit(filters.limit).offset(filters.skip).execute();
  const total = await totalOf(rows.length, filters, () => query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  return { rows, total };
}

export async function findTestimonial(db: Executor, scope: Scope, id: string): Promise<TestimonialRow | undefined> {
  return visible(db, scope).select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Holds the row until the transaction ends, so that the version compared is the one changed. */
export async function lockTestimonial(db: Db, tx: Executor, id: string): Promise<TestimonialRow | undefined> {
  return lockRows(db, tx.selectFrom('testimonials').select(COLUMNS).where('id', '=', id)).executeTakeFirst();
}

export async function insertTestimonial(db: Executor, row: TestimonialsTable): Promise<void> {
  await db.insertInto('testimonials').values(row).execute();
}

export async function changeTestimonial(db: Executor, id: string, changes: Partial<TestimonialsTable>): Promise<void> {
  await db.updateTable('testimonials').set(changes).where('id', '=', id).execute();
}
