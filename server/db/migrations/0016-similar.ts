/** Who has sent the same document or has the same phone number. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'create index documents_by_digest on documents (sha256, proposal_id, kind)',
  'create index users_by_phone on users (phone_number, id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
