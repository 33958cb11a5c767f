-- What the firm does with a proposal.

-- `edits`: the applicant's changes that this person has read.
create table proposal_reads (
  user_id uuid not null references users (id) on delete cascade,
  proposal_id uuid not null references proposals (id) on delete cascade,
  first_at timestamptz not null, last_at timestamptz not null, edits integer not null default 0,
  primary key (user_id, proposal_id));
create index proposal_reads_by_proposal on proposal_reads (proposal_id, last_at);

create table proposal_notes (
  id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
  author_id uuid references users (id) on delete set null, created_at timestamptz not null,
  updated_at timestamptz not null, version integer not null, text text not null);
create index proposal_notes_by_proposal on proposal_notes (proposal_id, created_at, id);
create index proposal_notes_by_author on proposal_notes (author_id);

create table decline_templates (
  id uuid primary key, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, title text not null, text text not null);

-- `query`: the part of the address after the question mark.
create table saved_views (
  id uuid primary key, owner_id uuid not null references users (id) on delete cascade,
  name text not null, query text not null, is_shared boolean not null,
  created_at timestamptz not null, unique (owner_id, name));

-- `name_key`: the name in lower case.
create table labels (
  id uuid primary key, name text not null, name_key text not null unique, colour text not null,
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null);

create table proposal_labels (
  proposal_id uuid not null references proposals (id) on delete cascade,
  label_id uuid not null references labels (id) on delete cascade,
  primary key (proposal_id, label_id));
create index proposal_labels_by_label on proposal_labels (label_id, proposal_id);

-- `side`: which one wrote it. `read_at`: when the other side read it.
create table messages (
  id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
  at timestamptz not null, side text not null,
  author_id uuid references users (id) on delete set null, text text not null, read_at timestamptz);
create index messages_by_proposal on messages (proposal_id, at, id);
create index messages_by_author on messages (author_id);
create index messages_unread on messages (side, proposal_id) where read_at is null;

-- Asks an applicant for changes after editing has locked. `fields`: JSON: names of fields, and ids
-- of questions.
create table change_requests (
  id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
  text text not null, fields text not null, due_at timestamptz not null, state text not null,
  created_at timestamptz not null, answered_at timestamptz, reminded_at timestamptz,
  author_id uuid references users (id) on delete set null);
create index change_requests_by_proposal on change_requests (proposal_id, created_at, id);
create index change_requests_by_author on change_requests (author_id);
create unique index change_requests_open on change_requests (proposal_id) where state = 'open';

-- A proposal as it once stood. `answers`: JSON; null if the program asks nothing.
create table proposal_versions (
  proposal_id uuid not null references proposals (id) on delete cascade, version integer not null,
  at timestamptz not null, because text not null, business_name text not null,
  business_location text not null, business_website text, business_description text not null,
  rich_text_mark text not null default '', answers text, receipt_number text,
  primary key (proposal_id, version));

create table version_documents (
  proposal_id uuid not null, version integer not null, kind text not null, key text not null,
  size bigint not null, sha256 text not null, scanned_at timestamptz, threat text,
  primary key (proposal_id, version, kind),
  foreign key (proposal_id, version) references proposal_versions (proposal_id, version) on delete cascade);
create index version_documents_by_key on version_documents (key);
