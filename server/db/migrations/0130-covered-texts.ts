/**
 * What judges of blind rounds go on reading of a proposal once somebody has left it: their name is
 * covered, and not kept. `redacted_description` goes a release later: the one before still writes
 * it while it runs beside this one.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entries add column covered jsonb`.execute(db);
}
