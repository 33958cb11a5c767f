/** When a proposal was received and when it was complete; likewise for forms sent in chunks. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table proposals add column received_at timestamptz',
  'alter table proposals add column completed_at timestamptz',
  'update proposals set received_at = created_at, completed_at = created_at',
  'alter table uploads add column received_at timestamptz',
  'alter table uploads add column frozen text',
  'alter table uploads add column program_id uuid',
  'alter table uploads add column completed_at timestamptz',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
