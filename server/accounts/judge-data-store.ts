/** Every SQL statement that collects what is stored about a person as a judge, for export. */
import type { Criterion } from '#domain/rounds/schema.ts';
import type { Executor } from '../db/open.ts';
import type { Owner } from './data-store.ts';

type Rows = AsyncGenerator<object>;

export async function* judgesOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('judges')
    .select(['position', 'organisations', 'people', 'is_named', 'state'])
    .select(['created_at', 'updated_at'])
    .where('user_id', '=', id)
    .execute();
}

/** When they were sent and answered; never the link. */
export async function* invitationsOf(db: Executor, { id }: Owner): Rows {
  yield* await db
    .selectFrom('judge_invitations')
    .select(['created_at', 'expires_at', 'answered_at', 'reminded_at'])
    .where('judge_id', '=', id)
    .orderBy('created_at')
    .execute();
}

/** Scores by the names of their criteria. An entry is its code: whose it is, judges never learn. */
export async function* reviewsOf(db: Executor, { id }: Owner): Rows {
  const rows = await db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .innerJoin('rounds', 'rounds.id', 'judge_reviews.round_id')
    .select(['judge_reviews.id', 'rounds.name as round', 'entries.code', 'judge_reviews.state'])
    .select(['rounds.criteria', 'scores', 'strength', 'next_step', 'note', 'declared_at'])
    .select(['judge_reviews.created_at', 'changed_at', 'submitted_at'])
    .where('judge_reviews.judge_id', '=', id)
    .orderBy('judge_reviews.created_at')
    .orderBy('judge_reviews.id')
    .execute();
  for (const { criteria, scores, ...row } of rows)
    yield { ...row, scores: byName(criteria, scores) };
}

/** Every version that was received. */
export async function* reviewVersionsOf(db: Executor, { id }: Owner): Rows {
  const rows = await db
    .selectFrom('review_versions')
    .innerJoin('judge_reviews', 'judge_reviews.id', 'review_versions.review_id')
    .innerJoin('rounds', 'rounds.id', 'judge_reviews.round_id')
    .select(['review_versions.review_id', 'at', 'source', 'review_versions.state'])
    .select(['rounds.criteria', 'content'])
    .where('judge_reviews.judge_id', '=', id)
    .orderBy('at')
    .orderBy('review_versions.id')
    .execute();
  for (const { criteria, content, ...row } of rows) {
    const { scores, ...texts } = content as { scores: Record<string, number> };
    yield { ...row, ...texts, scores: byName(criteria, scores) };
  }
}

/** Their own words only: how the product or an admin put it would tell who has applied. */
export async function* conflictsOf(db: Executor, { id }: Owner): Rows {
  const rows = await db
    .selectFrom('conflicts')
    .select(['origin', 'kind', 'state', 'reason', 'created_at'])
    .where('judge_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { reason, ...row } of rows) yield row.origin === 'declared' ? { ...row, reason } : row;
}

const byName = (criteria: readonly Criterion[], scores: Record<string, number>) =>
  Object.fromEntries(
    criteria.filter(({ id }) => id in scores).map(({ id, name }) => [name, scores[id]]),
  );
