/** Programs ask questions of their own, may be hidden, and open at an hour. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table programs add column opens_at timestamptz',
  'alter table programs add column is_public boolean not null default true',
  `create table questions (
    id uuid primary key, program_id uuid not null references programs (id) on delete cascade,
    place integer not null, is_retired boolean not null, definition jsonb not null)`,
  'create index questions_by_program on questions (program_id, is_retired, place)',
  'alter table drafts add column answers text',
  `create table answers (
    proposal_id uuid not null references proposals (id) on delete cascade,
    question_id uuid not null, place integer not null, kind text not null, label text not null,
    value text not null, primary key (proposal_id, question_id))`,
  'create index answers_by_question on answers (question_id)',
  // What proposals are filtered by: each option that was chosen.
  `create table answered_options (
    question_id uuid not null, option text not null,
    proposal_id uuid not null references proposals (id) on delete cascade,
    primary key (question_id, option, proposal_id))`,
  'create index answered_options_by_proposal on answered_options (proposal_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
