-- Judges, rounds, and what they lead to.

-- What an account of the role `judge` has beside its person.
create table judges (
  user_id uuid primary key references users (id) on delete cascade, position text not null,
  organisations jsonb not null, people jsonb not null, is_named boolean not null,
  state text not null, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null);

create table judge_invitations (
  token_hash text primary key,
  judge_id uuid not null references judges (user_id) on delete cascade,
  created_at timestamptz not null, expires_at timestamptz not null, answered_at timestamptz,
  reminded_at timestamptz);
create index judge_invitations_by_judge on judge_invitations (judge_id);

-- `regions` null: all. `seed`: 32 random bytes in hex, drawn once; public after the release.
-- `changes` and `reopened` are public. `short_told_at`: when admins last heard that entries became
-- short.
create table rounds (
  id uuid primary key, program_id uuid not null references programs (id), name text not null,
  position integer not null, kind text not null, state text not null, is_final boolean not null,
  regions jsonb, places integer, is_blind boolean not null, shows_documents boolean not null,
  reviews_per_proposal integer not null, spares_own_region boolean not null,
  comments text not null, near_points double precision not null, near_ties text not null,
  closes_at timestamptz, date text, venue text, decline_text text not null,
  criteria jsonb not null, seed text not null, rubric_sha256 text, changes jsonb not null,
  reopened jsonb not null, opened_at timestamptz, closed_at timestamptz, release_at timestamptz,
  released_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null,
  version integer not null, short_told_at timestamptz, reviews_deleted_at timestamptz);
create index rounds_by_program on rounds (program_id, position);
create index rounds_by_state on rounds (state, closes_at);

-- When the judge was told: `told_at` of what they got; `half_told_at` of half time;
-- `last_told_for`: the closing that they were reminded of.
create table round_judges (
  round_id uuid not null references rounds (id) on delete cascade,
  judge_id uuid not null references judges (user_id) on delete cascade,
  created_at timestamptz not null, told_at timestamptz, half_told_at timestamptz,
  last_told_for timestamptz, primary key (round_id, judge_id));
create index round_judges_by_judge on round_judges (judge_id);

-- `proposal_id` is null once its applicant was erased. `rank` and `score` as sealed. Nothing reads
-- `redacted_description` any more.
create table entries (
  id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
  proposal_id uuid references proposals (id) on delete set null, code text not null,
  key text not null, region text not null, state text not null, reason text, place integer,
  redacted_description text, documents_are_clean boolean, outcome text, outcome_reason text,
  funding_stage text, amount double precision, rank integer, score text,
  created_at timestamptz not null, unique (round_id, code), unique (round_id, proposal_id));
create index entries_by_proposal on entries (proposal_id);

-- A description as an admin has left it; of drafts, too.
create table redactions (
  round_id uuid not null references rounds (id) on delete cascade,
  proposal_id uuid not null references proposals (id) on delete cascade, text text not null,
  primary key (round_id, proposal_id));
create index redactions_by_proposal on redactions (proposal_id);

-- `place`: a digest that gives each judge an order of their own. `reason`: why it was recused,
-- abstained from, removed or hidden. `state_before`: of one that was recused, what it goes back to
-- when the conflict is cleared. `is_locked`: submitted before the round was opened again.
create table judge_reviews (
  id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
  entry_id uuid not null references entries (id) on delete cascade,
  judge_id uuid not null references users (id), state text not null, place text not null,
  declared_at timestamptz, revision integer not null, changed_at timestamptz,
  submitted_at timestamptz, scores jsonb not null, strength text not null,
  next_step text not null, note text not null, is_hidden boolean not null, reason text,
  state_before text, is_locked boolean not null, created_at timestamptz not null,
  unique (entry_id, judge_id));
create index judge_reviews_by_judge on judge_reviews (judge_id, round_id);
create index judge_reviews_by_round on judge_reviews (round_id);

create table review_versions (
  id uuid primary key, review_id uuid not null references judge_reviews (id) on delete cascade,
  at timestamptz not null, changed_at timestamptz not null, source text not null,
  state text not null, content jsonb not null);
create index review_versions_by_review on review_versions (review_id, at);

create table conflicts (
  id uuid primary key, judge_id uuid not null references users (id) on delete cascade,
  proposal_id uuid not null references proposals (id) on delete cascade, origin text not null,
  kind text not null, state text not null, reason text not null, decided_by uuid,
  created_at timestamptz not null, unique (judge_id, proposal_id, kind));
create index conflicts_by_proposal on conflicts (proposal_id);

-- `bytes`: the sealed file, byte for byte.
create table seals (
  id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
  sha256 text not null, bytes text not null, sealed_at timestamptz not null,
  withdrawn_at timestamptz, reason text);
create index seals_by_round on seals (round_id, sealed_at);
