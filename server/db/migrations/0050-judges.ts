/** Judges, their invitations, and rounds as admins set them up. */
import { sql, type Kysely } from 'kysely';

const STAMPS =
  'created_at timestamptz not null, updated_at timestamptz not null, version integer not null';

const STATEMENTS = [
  `create table judges (
    user_id uuid primary key references users (id) on delete cascade, position text not null,
    organisations jsonb not null, people jsonb not null, is_named boolean not null,
    state text not null, ${STAMPS})`,
  `create table judge_invitations (
    token_hash text primary key, judge_id uuid not null references judges (user_id) on delete cascade,
    created_at timestamptz not null, expires_at timestamptz not null, answered_at timestamptz,
    reminded_at timestamptz)`,
  'create index judge_invitations_by_judge on judge_invitations (judge_id)',
  `create table rounds (
    id uuid primary key, program_id uuid not null references programs (id), name text not null,
    position integer not null, kind text not null, state text not null, is_final boolean not null,
    regions jsonb, places integer, is_blind boolean not null, shows_documents boolean not null,
    reviews_per_proposal integer not null, spares_own_region boolean not null,
    comments text not null, near_points double precision not null, near_ties text not null,
    closes_at timestamptz, date text, venue text, decline_text text not null,
    criteria jsonb not null, seed text not null, rubric_sha256 text, changes jsonb not null,
    reopened jsonb not null, opened_at timestamptz, closed_at timestamptz, release_at timestamptz,
    released_at timestamptz, ${STAMPS})`,
  'create index rounds_by_program on rounds (program_id, position)',
  'create index rounds_by_state on rounds (state, closes_at)',
  `create table round_judges (
    round_id uuid not null references rounds (id) on delete cascade,
    judge_id uuid not null references judges (user_id) on delete cascade,
    created_at timestamptz not null, primary key (round_id, judge_id))`,
  'create index round_judges_by_judge on round_judges (judge_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
