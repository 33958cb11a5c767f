/** The code that a newer one has replaced: whoever types it is told so. It never works again. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table codes add column older_hash text').execute(db);
}
