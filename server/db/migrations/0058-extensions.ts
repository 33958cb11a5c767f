/** Later deadlines of single applicants. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table extensions (
    id uuid primary key, program_id uuid not null references programs (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    extended_until timestamptz not null, reason text not null,
    author_id uuid references users (id) on delete set null, created_at timestamptz not null)`,
  'create unique index extensions_by_program on extensions (program_id, user_id)',
  'create index extensions_by_user on extensions (user_id)',
  'create index extensions_by_author on extensions (author_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
