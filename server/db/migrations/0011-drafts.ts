/** Applicants' unfinished work: answers, documents being uploaded, and receipts of submissions. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table drafts (
    id uuid primary key, user_id uuid not null references users (id) on delete cascade,
    program_id uuid not null references programs (id) on delete cascade,
    business_name text, business_location text, business_website text,
    business_description text, rich_text_mark text not null,
    created_at timestamptz not null, saved_at timestamptz not null, version integer not null,
    reminded_at timestamptz, unique (user_id, program_id))`,
  `create index drafts_by_program on drafts (program_id)`,
  `create table draft_documents (
    id uuid primary key, draft_id uuid not null references drafts (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade, kind text not null,
    name text not null, size bigint not null, received bigint not null, state text not null,
    message text, sha256 text, pages integer, markers jsonb not null, key text not null,
    parts jsonb not null, metadata text not null default '', leased_until timestamptz, created_at timestamptz not null,
    expires_at timestamptz not null, unique (draft_id, kind))`,
  `create index draft_documents_by_expiry on draft_documents (expires_at)`,
  `create index draft_documents_by_user on draft_documents (user_id)`,
  `create index draft_documents_in_check on draft_documents (leased_until) where state = 'checking'`,
  `create table receipts (
    number text primary key, user_id uuid references users (id) on delete set null,
    program_id uuid, program_title text not null, draft_id uuid, proposal_id uuid,
    state text not null, received_at timestamptz not null, completed_at timestamptz,
    complete_until timestamptz, answers text, documents text not null,
    content_sha256 text not null, signature text not null, key_id text not null, message text)`,
  `create index receipts_by_user on receipts (user_id)`,
  `create index receipts_by_draft on receipts (draft_id)`,
  `create index receipts_waiting on receipts (complete_until) where state = 'waiting_for_documents'`,
  'alter table proposals add column receipt_number text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
