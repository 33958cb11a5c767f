/** When each document was scanned for viruses, the result, and when to try again. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table documents add column scanned_at timestamptz',
  'alter table documents add column threat text',
  'alter table documents add column scan_tries integer not null default 0',
  'alter table documents add column scan_due_at timestamptz',
  'create index documents_unscanned on documents (created_at, key) where scanned_at is null',
  'create index documents_with_threat on documents (key) where threat is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
