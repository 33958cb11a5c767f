/** Entries of opened rounds, who reads them, what ties judges to them, and seals of results. */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `create table entries (
    id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
    proposal_id uuid references proposals (id) on delete set null, code text not null,
    key text not null, region text not null, state text not null, reason text, place integer,
    redacted_description text, documents_are_clean boolean, outcome text, outcome_reason text,
    funding_stage text, amount double precision, rank integer, score text,
    created_at timestamptz not null, unique (round_id, code), unique (round_id, proposal_id))`,
  'create index entries_by_proposal on entries (proposal_id)',
  `create table redactions (
    round_id uuid not null references rounds (id) on delete cascade,
    proposal_id uuid not null references proposals (id) on delete cascade,
    text text not null, primary key (round_id, proposal_id))`,
  'create index redactions_by_proposal on redactions (proposal_id)',
  `create table judge_reviews (
    id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
    entry_id uuid not null references entries (id) on delete cascade,
    judge_id uuid not null references users (id), state text not null, place text not null,
    declared_at timestamptz, revision integer not null, changed_at timestamptz,
    submitted_at timestamptz, scores jsonb not null, strength text not null,
    next_step text not null, note text not null, is_hidden boolean not null, reason text,
    state_before text, is_locked boolean not null, created_at timestamptz not null,
    unique (entry_id, judge_id))`,
  'create index judge_reviews_by_judge on judge_reviews (judge_id, round_id)',
  'create index judge_reviews_by_round on judge_reviews (round_id)',
  `create table review_versions (
    id uuid primary key, review_id uuid not null references judge_reviews (id) on delete cascade,
    at timestamptz not null, changed_at timestamptz not null, source text not null,
    state text not null, content jsonb not null)`,
  'create index review_versions_by_review on review_versions (review_id, at)',
  `create table conflicts (
    id uuid primary key, judge_id uuid not null references users (id) on delete cascade,
    proposal_id uuid not null references proposals (id) on delete cascade, origin text not null,
    kind text not null, state text not null, reason text not null, decided_by uuid,
    created_at timestamptz not null, unique (judge_id, proposal_id, kind))`,
  'create index conflicts_by_proposal on conflicts (proposal_id)',
  `create table seals (
    id uuid primary key, round_id uuid not null references rounds (id) on delete cascade,
    sha256 text not null, bytes text not null, sealed_at timestamptz not null,
    withdrawn_at timestamptz, reason text)`,
  'create index seals_by_round on seals (round_id, sealed_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
