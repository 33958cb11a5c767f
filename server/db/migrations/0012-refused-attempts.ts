/** Refused submissions, and who has opted out of reminders. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table refused_attempts (
    id uuid primary key, user_id uuid not null references users (id) on delete cascade,
    program_id uuid references programs (id) on delete set null, program_title text not null,
    code text not null, message text not null, at timestamptz not null)`,
  'create index refused_attempts_by_user on refused_attempts (user_id, at)',
  'create index refused_attempts_by_program on refused_attempts (program_id)',
  'create index refused_attempts_by_moment on refused_attempts (at)',
  `create unique index receipts_one_waiting on receipts (draft_id)
    where state = 'waiting_for_documents'`,
  'create index receipts_by_proposal on receipts (proposal_id)',
  'alter table mails add column unsubscribe_url text',
  'alter table users add column wants_reminders boolean not null default true',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
