/**
 * Pitch rounds (contract §9.9). A round that everybody judges has 0 in `reviews_per_proposal`; of a
 * session, `round_id` says which round its scoring key opens.
 *
 * Versions of a review are merged: `seq` counts them as they were received, `changed_at` is their
 * time with the clock put right, `n` counts up on a `device`, `client_key` is what the device calls
 * them; `is_counted` is false for what came late and for typed scores that do not count.
 * `locked_at`: until when scores of a locked review count. `settled_seq`: the versions among which
 * a difference was settled.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table rounds add column minutes jsonb',
  'alter table rounds add column sessions jsonb',
  'alter table entries add column started_at timestamptz',
  'alter table entries add column ended_at timestamptz',
  // As its applicant was told, and when they last heard that it has moved.
  'alter table entries add column told_slot_at timestamptz',
  'alter table entries add column slot_mailed_at timestamptz',
  'alter table judge_reviews add column locked_at timestamptz',
  'alter table judge_reviews add column settled_at timestamptz',
  'alter table judge_reviews add column settled_seq integer',
  'alter table judge_reviews add column settled_note text',
  'alter table review_versions add column seq integer',
  'alter table review_versions add column device text',
  'alter table review_versions add column n bigint',
  'alter table review_versions add column client_key text',
  'alter table review_versions add column result text',
  'alter table review_versions add column is_counted boolean',
  'create index review_versions_by_key on review_versions (client_key)',
  'alter table sessions add column round_id uuid references rounds (id) on delete cascade',
  // Outlives that a judge is taken out. `typed_at`: when scores were last typed in their name.
  `create table pitch_judges (
    round_id uuid not null references rounds (id) on delete cascade,
    judge_id uuid not null references judges (user_id) on delete cascade,
    pack_at timestamptz, sent_at timestamptz, typed_at timestamptz, typed_told_at timestamptz,
    session_told_for timestamptz, primary key (round_id, judge_id))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
