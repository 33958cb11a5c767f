import type { NewRow, Row, RowChanges } from '../db/tables.ts';
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
    // Of a pitch round, the order of the run.
    .orderBy('entries.place')
    .orderBy('judge_reviews.place')
    .execute();

export const findReview = (db: Executor, id: string): Promise<ReviewRow | undefined> =>
  reviews(db).where('judge_reviews.id', '=', id).executeTakeFirst();

export async function lockReview(db: Db, tx: Executor, id: string): Promise<ReviewRow | undefined> {
  await lockRows(db, tx.selectFrom('judge_reviews').select('id').where('id', '=', id)).execute();
  return findReview(tx, id);
}

/** The public record shows what is short. */
export async function insertReviews(
  tx: Executor,
  rows: readonly NewRow<'judge_reviews'>[],
): Promise<void> {
  if (rows.length > 0) await raiseVersion(tx, 'public');
  for (let at = 0; at < rows.length; at += BATCH)
    await insertRows(tx, 'judge_reviews', rows.slice(at, at + BATCH));
}

/** The public record counts submitted reviews, and those left. */
export async function changeReview(
  tx: Executor,
  id: string,
  changes: RowChanges<'judge_reviews'>,
): Promise<void> {
  if (changes.state !== undefined && changes.state !== 'started') await raiseVersion(tx, 'public');
  await tx.updateTable('judge_reviews').set(changes).where('id', '=', id).execute();
}

/** What a judge says of many, in one statement: a hall sends thousands at once. */
export async function rewriteReviews(tx: Executor, all: readonly ReviewRow[]): Promise<void> {
  if (all.some(({ state }) => state !== 'started')) await raiseVersion(tx, 'public');
  const rows = all.map(({ code: _, proposal_id: _proposal, entry_state: _state, ...row }) => ({
    ...row,
    scores: JSON.stringify(row.scores),
  }));
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('judge_reviews')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          scores: eb.ref('excluded.scores'),
          strength: eb.ref('excluded.strength'),
          next_step: eb.ref('excluded.next_step'),
          note: eb.ref('excluded.note'),
          reason: eb.ref('excluded.reason'),
          revision: eb.ref('excluded.revision'),
          changed_at: eb.ref('excluded.changed_at'),
          submitted_at: eb.ref('excluded.submitted_at'),
          declared_at: eb.ref('excluded.declared_at'),
        })),
      )
      .execute();
}

/** Submitted reviews stay as they are when a round is opened again: they count as of the closing. */
export async function lockSubmitted(
  tx: Executor,
  roundId: string,
  closedAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('judge_reviews')
    .set((eb) => ({ is_locked: true, locked_at: eb.fn.coalesce('locked_at', eb.val(closedAt)) }))
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
  state: Row<'judge_reviews'>['state'];
  content: string;
};

/** Milliseconds from the first of unfinished versions within which the newest stands for all. */
const TYPING_MS = 60_000;
/** Of one review, beside the first that was submitted. */
const VERSIONS_KEPT = 200;

/**
 * Keeps what was received. While somebody types, one version a minute stays; each that was
 * submitted stays, up to a number that no judge comes to.
 */
export async function insertVersion(tx: Executor, row: Version): Promise<void> {
  const versions = tx.selectFrom('review_versions').where('review_id', '=', row.review_id);
  const newest = await versions
    .select(['id', 'at', 'state', 'source'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isTyping =
    newest?.state === 'started' &&
    row.state === 'started' &&
    newest.source === row.source &&
    row.at.getTime() - newest.at.getTime() < TYPING_MS;
  if (isTyping) {
    const { changed_at, content } = row;
    await tx
      .updateTable('review_versions')
      .set({ changed_at, content })
      .where('id', '=', newest.id)
      .execute();
    return;
  }
  await tx
    .insertInto('review_versions')
    .values(row as never)
    .execute();
  const submitted = versions.where('state', '=', 'submitted');
  const first = await submitted.select('id').orderBy('at').orderBy('id').executeTakeFirst();
  const beyond = await versions
    .select('id')
    .where('id', '!=', first?.id ?? row.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(VERSIONS_KEPT)
    .limit(BATCH)
    .execute();
  const ids = beyond.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('review_versions').where('id', 'in', ids).execute();
}

export async function listVersions(db: Executor, reviewId: string) {
  return db
    .selectFrom('review_versions')
    .selectAll()
    .where('review_id', '=', reviewId)
    .orderBy('at')
    .orderBy('seq')
    .orderBy('id')
    .execute();
}

export const listReviewsOfEntry = (db: Executor, entryId: string): Promise<ReviewRow[]> =>
  reviews(db).where('judge_reviews.entry_id', '=', entryId).execute();
