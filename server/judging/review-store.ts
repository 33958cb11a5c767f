/** Every SQL statement about reviews: one judge's view of one entry each. */
import type { JudgeReviewsTable } from '../db/judging-tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import { raiseVersion } from '../db/versions.ts';

const BATCH = 200;

const reviews = (db: Executor) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .selectAll('judge_reviews')
    .select(['entries.code', 'entries.proposal_id', 'entries.state as entry_state']);
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['execute']>>[number];

export const listReviews = (db: Executor, roundId: string): Promise<ReviewRow[]> =>
  reviews(db).where('judge_reviews.round_id', '=', roundId).execute();

/** All reviews of a round without their texts: rankings and progress read thousands of them. */
export const listScored = (db: Executor, roundId: string) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .select(['judge_reviews.entry_id', 'judge_reviews.judge_id', 'judge_reviews.state'])
    .select(['judge_reviews.scores', 'changed_at', 'entries.state as entry_state'])
    .where('judge_reviews.round_id', '=', roundId)
    .execute();

export const listReviewsOf = (db: Executor, judgeId: string): Promise<ReviewRow[]> =>
  reviews(db)
    .where('judge_reviews.judge_id', '=', judgeId)
    .orderBy('judge_reviews.round_id')
    .orderBy('judge_reviews.place')
    .execute();

export const findReview = (db: Executor, id: string): Promise<ReviewRow | undefined> =>
  reviews(db).where('judge_reviews.id', '=', id).executeTakeFirst();

/** Locks the row until the transaction ends. */
export async function lockReview(db: Db, tx: Executor, id: string): Promise<ReviewRow | undefined> {
  await lockRows(db, tx.selectFrom('judge_reviews').select('id').where('id', '=', id)).execute();
  return findReview(tx, id);
}

export type NewReview = Omit<JudgeReviewsTable, 'scores'> & { scores: string };

/** The public record shows what is short. */
export async function insertReviews(tx: Executor, rows: readonly NewReview[]): Promise<void> {
  if (rows.length > 0) await raiseVersion(tx, 'public');
  for (let at = 0; at < rows.length; at += BATCH)
    await insertRows(tx, 'judge_reviews', rows.slice(at, at + BATCH) as never);
}

/** The public record counts submitted reviews, and those left. */
export async function changeReview(
  tx: Executor,
  id: string,
  changes: Partial<NewReview>,
): Promise<void> {
  if (changes.state !== undefined && changes.state !== 'started') await raiseVersion(tx, 'public');
  await tx
    .updateTable('judge_reviews')
    .set(changes as never)
    .where('id', '=', id)
    .execute();
}

/** Submitted reviews stay as they are when a round is opened again. */
export async function lockSubmitted(tx: Executor, roundId: string): Promise<void> {
  await tx
    .updateTable('judge_reviews')
    .set({ is_locked: true })
    .where('round_id', '=', roundId)
    .where('state', '=', 'submitted')
    .execute();
}

type Version = {
  id: string;
  review_id: string;
  at: Date;
  changed_at: Date;
  source: 'screen';
  state: JudgeReviewsTable['state'];
  content: string;
};

export async function insertVersion(tx: Executor, row: Version): Promise<void> {
  await tx
    .insertInto('review_versions')
    .values(row as never)
    .execute();
}

export async function listVersions(db: Executor, reviewId: string) {
  return db
    .selectFrom('review_versions')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

export const listReviewsOfEntry = (db: Executor, entryId: string): Promise<ReviewRow[]> =>
  reviews(db).where('judge_reviews.entry_id', '=', entryId).execute();
