/**
 * What the selected of a round read; whether a description is shown exactly as an admin left it
 * (those from before still have names covered); and the receipt before another one.
 */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('rounds').addColumn('selected_text', 'text').execute();
  await db.schema.alterTable('redactions').addColumn('is_exact', 'boolean').execute();
  await db.schema.createIndex('receipts_by_next').on('receipts').column('replaced_by').execute();
}
