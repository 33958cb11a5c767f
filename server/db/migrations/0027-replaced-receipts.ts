/** An edit gets a receipt of its own; the one before names it. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table receipts add column replaced_by text').execute(db);
}
