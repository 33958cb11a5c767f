/** Every SQL statement about saved views. */
import type { Executor } from '../db/open.ts';
import type { SavedViewsTable } from '../db/review-tables.ts';

/** Maximum rows of an answer, because everybody's shared views are in it. */
const MOST = 1000;

/** One's own views and the shared ones, by name. */
export async function listViews(db: Executor, userId: string): Promise<SavedViewsTable[]> {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
    .execute();
}

export async function countViews(db: Executor, ownerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findView(db: Executor, id: string): Promise<SavedViewsTable | undefined> {
  return db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertView(tx: Executor, row: SavedViewsTable): Promise<void> {
  await tx.insertInto('saved_views').values(row).execute();
}

export async function deleteView(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute();
}
