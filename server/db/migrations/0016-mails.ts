/**
 * Which mails carry a one-time code: these lose their text if they cannot be sent; the others keep
 * it, so that an admin can send them again.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table mails add column is_secret boolean not null default true',
  'create index mails_by_date on mails (created_at, id)',
  'create index mails_by_state on mails (state, created_at, id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
