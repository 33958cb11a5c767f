/** What renewing a session takes: when, in which browser and as what its code was verified. */
import { sql, type Kysely } from 'kysely';

const COLUMNS = [
  'alter table sessions add column verified_at timestamptz',
  'alter table sessions add column verified_role text',
  'alter table sessions add column browser text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(db);
}
