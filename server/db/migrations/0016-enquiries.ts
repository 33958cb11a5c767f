/** Which enquiries were answered, when and by whom. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table enquiries add column is_answered boolean not null default false',
  'alter table enquiries add column answered_at timestamptz',
  'alter table enquiries add column answered_by uuid references users (id) on delete set null',
  'create index enquiries_by_state on enquiries (is_answered, created_at, id)',
  'create index enquiries_by_answerer on enquiries (answered_by)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
