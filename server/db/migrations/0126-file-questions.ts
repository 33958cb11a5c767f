/** `document_count`: how many documents a receipt covers, the two of everybody and files. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts add column document_count integer not null default 2`.execute(db);
}
