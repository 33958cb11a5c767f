/**
 * What judges of blind rounds go on reading of a proposal once somebody has left it: their name is
 * covered, and not kept. In place of a copy that nobody reads.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table entries drop column redacted_description',
  'alter table entries add column covered jsonb',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
