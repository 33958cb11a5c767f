import { sql } from 'kysely';
import { UNFINISHED } from '#domain/judging/rules.ts';
import { lockRowsOn, type Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import { batchesOf, table } from '../db/table.ts';
import type { NewRow, RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';

const BATCH = 200;

const reviews = (db: Executor) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .selectAll('judge_reviews')
    .select(['entries.code', 'entries.proposal_id', 'entries.state as entry_state']);
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['execute']>>[number];

export const listReviews = (db: Executor, roundId: string) =>
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

export const listReviewsOf = (db: Executor, judgeId: string) =>
  reviews(db)
    .where('judge_reviews.judge_id', '=', judgeId)
    .orderBy('judge_reviews.round_id')
    // Of a pitch round, the order of the run.
    .orderBy('entries.place')
    .orderBy('judge_reviews.place')
    .execute();

export const findReview = (db: Executor, id: string) =>
  reviews(db).where('judge_reviews.id', '=', id).executeTakeFirst();

export async function lockReview(tx: Executor, id: string) {
  await lockRowsOn(tx, tx.selectFrom('judge_reviews').select('id').where('id', '=', id)).execute();
  return findReview(tx, id);
}

const judgeReviews = table('judge_reviews');

/** The public record shows what is short. */
export async function insertReviews(tx: Executor, rows: readonly NewRow<'judge_reviews'>[]) {
  if (rows.length > 0) await raiseVersion(tx, 'public');
  for (const batch of batchesOf(rows, BATCH)) await insertRows(tx, 'judge_reviews', batch);
}

/** The public record counts submitted reviews, and those left. */
export async function changeReview(tx: Executor, id: string, changes: RowChanges<'judge_reviews'>) {
  if (changes.state !== undefined && changes.state !== 'started') await raiseVersion(tx, 'public');
  await judgeReviews.change(tx, { id }, changes);
}

/** What follows from what a judge says. */
const SAID = [
  ...(['state', 'scores', 'strength', 'next_step', 'note', 'reason'] as const),
  ...(['revision', 'changed_at', 'submitted_at', 'declared_at'] as const),
];

/** What a judge says of many, in one statement: a hall sends thousands at once. */
export async function rewriteReviews(tx: Executor, all: readonly ReviewRow[]): Promise<void> {
  if (all.some(({ state }) => state !== 'started')) await raiseVersion(tx, 'public');
  const rows = all.map(({ code: _, proposal_id: _proposal, entry_state: _state, ...row }) => ({
    ...row,
    scores: JSON.stringify(row.scores),
  }));
  for (const batch of batchesOf(rows, BATCH))
    await tx
      .insertInto('judge_reviews')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(SAID.map((name) => [name, eb.ref(`excluded.${name}`)])),
          ),
      )
      .execute();
}

/** Submitted reviews stay as they are when a round is opened again: they count as of the closing. */
export const lockSubmitted = (tx: Executor, roundId: string, closedAt: Date | null) =>
  tx
    .updateTable('judge_reviews')
    .set((eb) => ({ is_locked: true, locked_at: eb.fn.coalesce('locked_at', eb.val(closedAt)) }))
    .where('round_id', '=', roundId)
    .where('state', '=', 'submitted')
    .execute();

const reviewVersions = table('review_versions');

/** Milliseconds from the first of unfinished versions within which the newest stands for all. */
const TYPING_MS = 60_000;
/** Of one review, beside the first that was submitted. */
const VERSIONS_KEPT = 200;

/**
 * Keeps what was received. While somebody types, one version a minute stays; each that was
 * submitted stays, up to a number that no judge comes to.
 */
export async function insertVersion(tx: Executor, row: NewRow<'review_versions'> & { at: Date }) {
  const versions = tx.selectFrom('review_versions').where('review_id', '=', row.review_id);
  const newestFirst = versions.orderBy('at', 'desc').orderBy('id', 'desc');
  const newest = await newestFirst
    .select(['id', 'at', 'state', 'source'])
    .limit(1)
    .executeTakeFirst();
  const isTyping =
    newest?.state === 'started' &&
    row.state === 'started' &&
    newest.source === row.source &&
    row.at.getTime() - newest.at.getTime() < TYPING_MS;
  if (isTyping) {
    const { changed_at, content } = row;
    return reviewVersions.change(tx, { id: newest.id }, { changed_at, content });
  }
  await reviewVersions.insert(tx, row);
  const submitted = versions.where('state', '=', 'submitted');
  const first = await submitted.select('id').orderBy('at').orderBy('id').executeTakeFirst();
  const beyond = await newestFirst
    .select('id')
    .where('id', '!=', first?.id ?? row.id)
    .offset(VERSIONS_KEPT)
    .limit(BATCH)
    .execute();
  const ids = beyond.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('review_versions').where('id', 'in', ids).execute();
}

export const listVersions = (db: Executor, review_id: string) =>
  reviewVersions.list(db, { review_id }, ['at', 'seq', 'id']);

export const listReviewsOfEntry = (db: Executor, entryId: string) =>
  reviews(db).where('judge_reviews.entry_id', '=', entryId).execute();

/** Judges with reviews assigned since they were told, if that was before the instant. */
export async function listUntold(tx: Executor, roundId: string, before: Date) {
  const rows = await tx
    .selectFrom('round_judges')
    .innerJoin('judge_reviews', (join) =>
      join
        .onRef('judge_reviews.round_id', '=', 'round_judges.round_id')
        .onRef('judge_reviews.judge_id', '=', 'round_judges.judge_id'),
    )
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .select(['round_judges.judge_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('round_judges.round_id', '=', roundId)
    .where('judge_reviews.state', 'in', UNFINISHED)
    .where('entries.state', '=', 'in')
    .where(({ eb, or }) => or([eb('told_at', 'is', null), eb('told_at', '<=', before)]))
    .where(({ eb, or, ref }) =>
      or([eb('told_at', 'is', null), eb('judge_reviews.created_at', '>', ref('told_at'))]),
    )
    .groupBy('round_judges.judge_id')
    .execute();
  return rows.map(({ judge_id, count }) => ({ judge_id, count: Number(count) }));
}

/** The judges of a round with what they have done and what is left. */
export async function listMembers(tx: Executor, roundId: string) {
  const count = (states: readonly string[]) =>
    sql<number>`(select count(*) from judge_reviews r join entries e on e.id = r.entry_id
      where r.round_id = round_judges.round_id and r.judge_id = round_judges.judge_id
      and e.state = 'in' and r.state in (${sql.join(states)}))`;
  const rows = await tx
    .selectFrom('round_judges')
    .select(['judge_id', 'half_told_at', 'last_told_for', 'reminded_at'])
    .select([count(UNFINISHED).as('unfinished'), count(['submitted']).as('submitted')])
    .where('round_id', '=', roundId)
    .orderBy('judge_id')
    .execute();
  return rows.map(({ unfinished, submitted, ...row }) => ({
    ...row,
    unfinished: Number(unfinished),
    submitted: Number(submitted),
  }));
}
export type Member = Awaited<ReturnType<typeof listMembers>>[number];
