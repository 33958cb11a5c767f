/** When judges of an open round, and admins, were told what, so that no mail is doubled. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table round_judges add column told_at timestamptz',
  'alter table round_judges add column half_told_at timestamptz',
  // The closing that they were reminded of: it may move.
  'alter table round_judges add column last_told_for timestamptz',
  'alter table rounds add column short_told_at timestamptz',
  // What was written about entries is deleted two years after the release.
  'alter table rounds add column reviews_deleted_at timestamptz',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
