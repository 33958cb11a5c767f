/** Featured images cut to the shape of a card; null where a picture was stored before. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table images add column cards jsonb').execute(db);
}
