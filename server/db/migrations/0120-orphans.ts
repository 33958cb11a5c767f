/** Files that no row knew, and since when: a sweep deletes them later (docs/decisions/0058). */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orphans')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('seen_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
