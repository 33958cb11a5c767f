/** Messages between applicants and the firm about a proposal. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table messages (
    id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
    at timestamptz not null, side text not null,
    author_id uuid references users (id) on delete set null,
    text text not null, read_at timestamptz)`,
  'create index messages_by_proposal on messages (proposal_id, at, id)',
  'create index messages_by_author on messages (author_id)',
  'create index messages_unread on messages (side, proposal_id) where read_at is null',
  // Grows with each message and each reading; never makes a change fail.
  'alter table proposals add column thread_version integer not null default 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
