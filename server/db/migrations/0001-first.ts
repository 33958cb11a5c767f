import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table users (
    id uuid primary key, email text not null unique, first_name text not null, last_name text not null,
    phone_number text not null, city text not null, digital_address text not null, region text not null,
    password_hash text not null, role text not null, is_active boolean not null, search_text text not null,
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null)`,
  `create index users_by_date on users (created_at, id)`,
  `create index users_by_name on users (first_name, last_name, id)`,
  `create index users_by_role on users (role, is_active, created_at)`,
  `create table sessions (
    token_hash text primary key, user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null, expires_at timestamptz not null)`,
  `create index sessions_by_user on sessions (user_id)`,
  `create index sessions_by_expiry on sessions (expires_at)`,
  `create table codes (
    user_id uuid not null references users (id) on delete cascade, purpose text not null, code_hash text not null, new_email text,
    wrong_tries integer not null, created_at timestamptz not null, expires_at timestamptz not null,
    primary key (user_id, purpose))`,
  `create table attempts (id uuid primary key, bucket text not null, at timestamptz not null)`,
  `create index attempts_by_bucket on attempts (bucket, at)`,
  `create index attempts_by_date on attempts (at)`,
  `create table programs (
    id uuid primary key, title text not null, description text not null, sector text not null, deadline_date timestamptz not null,
    search_text text not null, created_at timestamptz not null, updated_at timestamptz not null, version integer not null)`,
  `create index programs_by_deadline on programs (deadline_date, id)`,
  `create index programs_by_title on programs (title, id)`,
  `create index programs_by_sector on programs (sector, deadline_date, id)`,
  // Long texts come last, so that SQLite reads a row's short columns without following its overflow
  // pages.
  `create table proposals (
    id uuid primary key, user_id uuid not null references users (id), program_id uuid not null references programs (id),
    created_at timestamptz not null, updated_at timestamptz not null, version integer not null,
    business_sector text not null, region text not null, funding_stage text not null, is_approved boolean not null,
    business_name text not null, business_location text not null, business_website text, search_text text not null, business_description text not null)`,
  // Each index begins with what is filtered or sorted by, and carries the other filters, so that
  // pages and counts never touch the table.
  `create index proposals_by_date on proposals (created_at, id, business_sector, region, funding_stage, is_approved, program_id)`,
  `create index proposals_by_user on proposals (user_id, created_at, id, business_sector, region, funding_stage, is_approved, program_id)`,
  `create index proposals_by_program on proposals (program_id, created_at, id, business_sector, region, funding_stage, is_approved)`,
  `create index proposals_by_sector on proposals (business_sector, created_at, id, region, funding_stage, is_approved, program_id)`,
  `create index proposals_by_region on proposals (region, created_at, id, business_sector, funding_stage, is_approved, program_id)`,
  `create index proposals_by_stage on proposals (funding_stage, created_at, id, business_sector, region, is_approved, program_id)`,
  `create index proposals_by_status on proposals (is_approved, created_at, id, business_sector, region, funding_stage, program_id)`,
  `create index proposals_by_name on proposals (business_name, created_at, id, business_sector, region, funding_stage, is_approved, program_id)`,
  `create index proposals_by_words on proposals (created_at, id, search_text, user_id, business_sector, region, funding_stage, is_approved, program_id)`,
  `create table documents (
    proposal_id uuid not null references proposals (id) on delete cascade, kind text not null, key text not null unique,
    size bigint not null, sha256 text not null, pages integer, markers jsonb not null, created_at timestamptz not null,
    primary key (proposal_id, kind))`,
  `create table mails (
    id uuid primary key, recipient text not null, subject text not null, text text not null, html text not null, state text not null,
    tries integer not null, next_try_at timestamptz not null, give_up_at timestamptz not null, last_error text,
    created_at timestamptz not null, sent_at timestamptz)`,
  `create index mails_by_turn on mails (state, next_try_at)`,
  `create table idempotency_keys (
    scope text not null, call text not null, key text not null, fingerprint text not null, status integer, answer text,
    created_at timestamptz not null, primary key (scope, call, key))`,
  `create index idempotency_keys_by_date on idempotency_keys (created_at)`,
  `create table audit_log (
    id uuid primary key, at timestamptz not null, actor_id uuid, action text not null, subject text not null, subject_id text not null, changes jsonb not null)`,
  `create index audit_log_by_subject on audit_log (subject, subject_id, at)`,
  `create table versions (topic text primary key, number bigint not null)`,
  `create table secrets (name text primary key, value text not null)`,
  `create table jobs (name text primary key, due_at timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
