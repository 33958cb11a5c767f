/** The installation that this database belongs to: the file store carries the same id. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // At most one row: `place` is always 1.
  await sql
    .raw(
      'create table installation (place integer primary key, id text not null, created_at timestamptz not null)',
    )
    .execute(db);
}
