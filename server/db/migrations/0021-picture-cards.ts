/** Featured images cropped to the shape of a card; null for older pictures. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table images add column cards jsonb').execute(db);
}
