-- Programs, proposals, and drafts. An index of a list holds what is sorted by, then the rest of
-- every order, then what is filtered by: pages and counts are found without the table.

-- `amount_text`: how much there is, in words. `decision_by`: the day by which it decides, such as
-- 2026-12-01. `announces`: how it tells what is decided about its proposals. `announce_at`: when
-- the next announcement goes out; null: none is planned.
create table programs (
  id uuid primary key, title text not null, description text not null,
  sector text collate "C" not null, deadline_date timestamptz not null, search_text text not null,
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null,
  title_key text collate "C" not null default '', rich_text_mark text not null default '',
  opens_at timestamptz, is_public boolean not null default true, amount_text text,
  decision_by text, announces text not null default 'at_once', announce_at timestamptz);
create index programs_by_date on programs (created_at, id, sector, deadline_date);
create index programs_by_deadline on programs (deadline_date, created_at, id, sector);
create index programs_by_sector on programs (sector, created_at, id, deadline_date);
create index programs_by_title on programs (title_key, created_at, id, sector, deadline_date);
-- Unique, so that SQLite reads proposals in the order of their programs without sorting them.
create unique index programs_in_order_of_title on programs (title_key, id);
create unique index programs_in_order_of_deadline on programs (deadline_date, id);
create index programs_to_announce on programs (announce_at) where announce_at is not null;

create table questions (
  id uuid primary key, program_id uuid not null references programs (id) on delete cascade,
  place integer not null, is_retired boolean not null, definition jsonb not null);
create index questions_by_program on questions (program_id, is_retired, place);

-- Copies of the owner's data, so that lists need no join, updated with the profile: `region` and
-- `applicant_…`; `applicant_text` is the search text.
-- `received_at`: the moment that was compared with the deadline. `completed_at`: when the last
-- byte had arrived. Neither is ever null.
-- `decision` always agrees with `is_approved`, `announced_decision` with `announced_approved`.
-- `desk_version` grows with changes that only admins see; applicants compare `version`.
-- `thread_version` grows with messages and their reading; it is part of the ETag, but compared
-- with nothing. `edits`: how often the applicant has changed it.
-- `announced_…`: what the applicant knows (server/proposals/announcement-service.ts).
-- `announce_at`: when they hear of what differs from it; null: nothing waits for a moment.
-- `mail_text`: the admin's own text for the mail that will tell them.
-- `undo_…`: the bulk run that can still be undone, and what stood before
-- (server/reviews/undo-service.ts).
create table proposals (
  id uuid primary key, user_id uuid not null references users (id),
  program_id uuid not null references programs (id), created_at timestamptz not null,
  updated_at timestamptz not null, version integer not null,
  business_sector text collate "C" not null, region text collate "C" not null,
  funding_stage text collate "C" not null, is_approved boolean not null,
  business_name text not null, business_location text not null, business_website text,
  search_text text not null, business_description text not null,
  applicant_first_name text not null default '', applicant_last_name text not null default '',
  applicant_text text not null default '', business_name_key text collate "C" not null default '',
  applicant_first_name_key text collate "C" not null default '',
  applicant_last_name_key text collate "C" not null default '',
  rich_text_mark text not null default '', received_at timestamptz, completed_at timestamptz,
  receipt_number text, decision text collate "C" not null default 'undecided',
  decline_reason text, assigned_to uuid references users (id) on delete set null,
  flagged boolean not null default false, decided_at timestamptz, decided_by uuid,
  desk_version integer not null default 0,
  announced_decision text collate "C" not null default 'undecided',
  announced_approved boolean not null default false, announced_reason text,
  announced_stage text collate "C" not null default 'PENDING_FUNDING', announce_at timestamptz,
  mail_text text, edits integer not null default 0, thread_version integer not null default 0,
  undo_run uuid, undo_decision text, undo_reason text, undo_stage text, undo_text text,
  undo_decided_at timestamptz, undo_decided_by uuid);
create index proposals_by_user on proposals
  (user_id, created_at, id, business_sector, region, funding_stage, is_approved, program_id);
create index proposals_by_date on proposals
  (created_at, id, business_sector, region, funding_stage, is_approved, program_id, decision,
  assigned_to, flagged);
create index proposals_by_program on proposals
  (program_id, created_at, id, business_sector, region, funding_stage, is_approved, decision,
  assigned_to, flagged);
create index proposals_by_sector on proposals
  (business_sector, created_at, id, region, funding_stage, is_approved, program_id, decision,
  assigned_to, flagged);
create index proposals_by_region on proposals
  (region, created_at, id, business_sector, funding_stage, is_approved, program_id, decision,
  assigned_to, flagged);
create index proposals_by_stage on proposals
  (funding_stage, created_at, id, business_sector, region, is_approved, program_id, decision,
  assigned_to, flagged);
create index proposals_by_status on proposals
  (is_approved, created_at, id, business_sector, region, funding_stage, program_id, decision,
  assigned_to, flagged);
create index proposals_by_name on proposals
  (business_name_key, created_at, id, business_sector, region, funding_stage, is_approved,
  program_id, decision, assigned_to, flagged);
create index proposals_by_applicant on proposals
  (applicant_first_name_key, applicant_last_name_key, user_id, created_at, id, business_sector,
  region, funding_stage, is_approved, program_id, decision, assigned_to, flagged);
create index proposals_by_words on proposals
  (created_at, id, search_text, applicant_text, business_sector, region, funding_stage,
  is_approved, program_id, decision, assigned_to, flagged);
create index proposals_by_decision on proposals
  (decision, created_at, id, business_sector, region, funding_stage, is_approved, program_id,
  assigned_to, flagged);
create index proposals_by_assignee on proposals
  (assigned_to, created_at, id, business_sector, region, funding_stage, is_approved, program_id,
  decision, flagged);
create index proposals_by_flag on proposals
  (flagged, created_at, id, business_sector, region, funding_stage, is_approved, program_id,
  decision, assigned_to);
-- In the order in which the summary counts.
create index proposals_by_facts on proposals
  (program_id, decision, funding_stage, business_sector, region, flagged, assigned_to, created_at,
  is_approved);
create index proposals_to_announce on proposals (announce_at) where announce_at is not null;
create index proposals_by_receipt on proposals (receipt_number);
create index proposals_by_decider on proposals
  (decided_by, created_at, id, business_sector, region, funding_stage, is_approved, program_id,
  decision, assigned_to, flagged);
create index proposals_by_undo_run on proposals (undo_run) where undo_run is not null;

-- The virus scan: `scanned_at` null: not checked yet. `threat`: the name of the virus that was
-- found. `scan_due_at`: no retry before then; null: at once.
-- `clean_…`: the copy without what tells whose it is; null: none, or none yet.
create table documents (
  proposal_id uuid not null references proposals (id) on delete cascade, kind text not null,
  key text not null unique, size bigint not null, sha256 text not null, pages integer,
  markers jsonb not null, created_at timestamptz not null, scanned_at timestamptz, threat text,
  scan_tries integer not null default 0, scan_due_at timestamptz, clean_of text, clean_key text,
  clean_size bigint, clean_sha256 text, primary key (proposal_id, kind));
create index documents_unscanned on documents (created_at, key) where scanned_at is null;
create index documents_with_threat on documents (key) where threat is not null;
create index documents_by_digest on documents (sha256, proposal_id, kind);
create index documents_by_clean_key on documents (clean_key) where clean_key is not null;

-- One row per answer of a proposal, as it was asked; `value` is JSON.
create table answers (
  proposal_id uuid not null references proposals (id) on delete cascade,
  question_id uuid not null, place integer not null, kind text not null, label text not null,
  value text not null, primary key (proposal_id, question_id));
create index answers_by_question on answers (question_id);

create table answered_options (
  question_id uuid not null, option text not null,
  proposal_id uuid not null references proposals (id) on delete cascade,
  primary key (question_id, option, proposal_id));
create index answered_options_by_proposal on answered_options (proposal_id);

-- What an applicant was told about a proposal, and when.
create table announcements (
  id uuid primary key, proposal_id uuid not null references proposals (id) on delete cascade,
  at timestamptz not null, decision text collate "C" not null, decline_reason text,
  funding_stage text collate "C" not null);
create index announcements_by_proposal on announcements (proposal_id, at, id);

-- A later deadline of one applicant.
create table extensions (
  id uuid primary key, program_id uuid not null references programs (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  extended_until timestamptz not null, reason text not null,
  author_id uuid references users (id) on delete set null, created_at timestamptz not null);
create unique index extensions_by_program on extensions (program_id, user_id);
create index extensions_by_user on extensions (user_id);
create index extensions_by_author on extensions (author_id);

-- Unsubmitted answers: one row per applicant and program. Null: never sent; empty: cleared.
-- `answers`: to the program's own questions, by their ids, as JSON.
create table drafts (
  id uuid primary key, user_id uuid not null references users (id) on delete cascade,
  program_id uuid not null references programs (id) on delete cascade, business_name text,
  business_location text, business_website text, business_description text,
  rich_text_mark text not null, created_at timestamptz not null, saved_at timestamptz not null,
  version integer not null, reminded_at timestamptz, answers text, unique (user_id, program_id));
create index drafts_by_program on drafts (program_id);

-- A document of a draft: uploading, being checked, ready or refused. Its id is the upload's.
-- `size` in bytes; `received`: bytes that are stored durably. `message`: why it was refused.
-- `sha256` is null until it is complete. `key`: in the file store once it is ready. `parts`: where
-- the bytes received so far are stored, in order. `metadata`: as the client sent it when it
-- created the upload. `leased_until`: until then, one request is writing to it.
create table draft_documents (
  id uuid primary key, draft_id uuid not null references drafts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade, kind text not null,
  name text not null, size bigint not null, received bigint not null, state text not null,
  message text, sha256 text, pages integer, markers jsonb not null, key text not null,
  parts jsonb not null, metadata text not null default '', leased_until timestamptz,
  created_at timestamptz not null, expires_at timestamptz not null, unique (draft_id, kind));
create index draft_documents_by_expiry on draft_documents (expires_at);
create index draft_documents_by_user on draft_documents (user_id);
create index draft_documents_in_check on draft_documents (leased_until) where state = 'checking';

-- `number` cannot be guessed. `answers`: frozen, as JSON; null unless documents are still missing.
-- `documents`: size and digest of each kind, as JSON. `message`: why it lapsed. `replaced_by`: the
-- number of the receipt of the next edit.
create table receipts (
  number text primary key, user_id uuid references users (id) on delete set null, program_id uuid,
  program_title text not null, draft_id uuid, proposal_id uuid, state text not null,
  received_at timestamptz not null, completed_at timestamptz, complete_until timestamptz,
  answers text, documents text not null, content_sha256 text not null, signature text not null,
  key_id text not null, message text, replaced_by text);
create index receipts_by_user on receipts (user_id);
create index receipts_by_draft on receipts (draft_id);
create index receipts_waiting on receipts (complete_until) where state = 'waiting_for_documents';
create unique index receipts_one_waiting on receipts
  (draft_id) where state = 'waiting_for_documents';
create index receipts_by_proposal on receipts (proposal_id);

-- Submissions that were refused.
create table refused_attempts (
  id uuid primary key, user_id uuid not null references users (id) on delete cascade,
  program_id uuid references programs (id) on delete set null, program_title text not null,
  code text not null, message text not null, at timestamptz not null);
create index refused_attempts_by_user on refused_attempts (user_id, at);
create index refused_attempts_by_program on refused_attempts (program_id);
create index refused_attempts_by_moment on refused_attempts (at);
