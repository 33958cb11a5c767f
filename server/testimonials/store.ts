/** Every SQL statement about testimonials; each takes the scope that the caller may see. */
import type { ListTestimonialsQuery } from '#domain/testimonials/schema.ts';
import { readPage } from '../db/lists.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { withSortKeys } from '../db/sort-keys.ts';
import { rowsOf } from '../db/statement.ts';
import type { TestimonialsTable } from '../db/content-tables.ts';

export type TestimonialRow = Omit<TestimonialsTable, 'search_text'>;

/** Which testimonials a query may see: contract §5.1. */
export type Scope = 'approved' | 'all';

const COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'position',
  'message',
  'is_approved',
  'created_at',
  'updated_at',
  'version',
] as const;

function visible(db: Executor, scope: Scope) {
  const query = db.selectFrom('testimonials');
  return scope === 'all' ? query : query.where('is_approved', '=', true);
}

export async function listTestimonials(
  db: Db,
  scope: Scope,
  { is_approved, ...query }: ListTestimonialsQuery,
): Promise<{ rows: TestimonialRow[]; total: number }> {
  const isApproved = scope === 'approved' ? true : undefined;
  const filters = [
    { column: 'is_approved', value: is_approved },
    { column: 'is_approved', value: isApproved },
  ];
  return readPage(db, { table: 'testimonials', filters, ...query }, (ids) =>
    testimonialsOf[scope](db.read, ids),
  );
}

const testimonialsOf = {
  all: rowsOf((db, isAmong) => visible(db, 'all').select(COLUMNS).where(isAmong('id'))),
  approved: rowsOf((db, isAmong) => visible(db, 'approved').select(COLUMNS).where(isAmong('id'))),
};

export async function findTestimonial(
  db: Executor,
  scope: Scope,
  id: string,
): Promise<TestimonialRow | undefined> {
  return visible(db, scope).select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/**
 * Locks the row until the transaction ends, so that the version is compared with the row that is
 * changed.
 */
export async function lockTestimonial(
  db: Db,
  tx: Executor,
  id: string,
): Promise<TestimonialRow | undefined> {
  return lockRows(
    db,
    tx.selectFrom('testimonials').select(COLUMNS).where('id', '=', id),
  ).executeTakeFirst();
}

export async function insertTestimonial(db: Executor, row: TestimonialsTable): Promise<void> {
  await db.insertInto('testimonials').values(withSortKeys('testimonials', row)).execute();
}

export async function changeTestimonial(
  db: Executor,
  id: string,
  changes: Partial<TestimonialsTable>,
): Promise<void> {
  await db
    .updateTable('testimonials')
    .set(withSortKeys('testimonials', changes))
    .where('id', '=', id)
    .execute();
}

export async function deleteTestimonial(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('testimonials').where('id', '=', id).execute();
}
