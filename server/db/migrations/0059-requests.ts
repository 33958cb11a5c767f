/** Requests for changes to submitted proposals, and the versions that they lead to. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table change_requests (
    id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
    text text not null, fields text not null, due_at timestamptz not null, state text not null,
    created_at timestamptz not null, answered_at timestamptz, reminded_at timestamptz,
    author_id uuid references users (id) on delete set null)`,
  'create index change_requests_by_proposal on change_requests (proposal_id, created_at, id)',
  'create index change_requests_by_author on change_requests (author_id)',
  `create unique index change_requests_open on change_requests (proposal_id) where state = 'open'`,
  `create table proposal_versions (
    proposal_id uuid not null references proposals (id) on delete cascade,
    version integer not null, at timestamptz not null, because text not null,
    business_name text not null, business_location text not null, business_website text,
    business_description text not null, rich_text_mark text not null default '', answers text,
    receipt_number text, primary key (proposal_id, version))`,
  `create table version_documents (
    proposal_id uuid not null, version integer not null, kind text not null, key text not null,
    size bigint not null, sha256 text not null, scanned_at timestamptz, threat text,
    primary key (proposal_id, version, kind),
    foreign key (proposal_id, version) references proposal_versions (proposal_id, version)
      on delete cascade)`,
  'create index version_documents_by_key on version_documents (key)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
