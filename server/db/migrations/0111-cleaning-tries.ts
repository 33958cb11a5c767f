/** How often a document was tried to be cleaned, written down before each try, and until when. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('documents')
    .addColumn('clean_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('documents').addColumn('clean_due_at', 'timestamptz').execute();
}
