import type { RoundCounts } from '#domain/rounds/schema.ts';
import type { NewRow, RowChanges } from '../db/tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';

const query = (db: Executor) =>
  db
    .selectFrom('rounds')
    .innerJoin('programs', 'programs.id', 'rounds.program_id')
    .selectAll('rounds')
    .select(['programs.title as program_title', 'programs.deadline_date']);

export type RoundRow = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

export const findRound = (db: Executor, id: string): Promise<RoundRow | undefined> =>
  query(db).where('rounds.id', '=', id).executeTakeFirst();

export async function lockRound(db: Db, tx: Executor, id: string): Promise<RoundRow | undefined> {
  await lockRows(db, tx.selectFrom('rounds').select('id').where('id', '=', id)).execute();
  return findRound(tx, id);
}

/** Everything that is created, opened or released in a program waits for the others. */
export async function lockProgram(db: Db, tx: Executor, id: string): Promise<boolean> {
  const row = await lockRows(
    db,
    tx.selectFrom('programs').select('id').where('id', '=', id),
  ).executeTakeFirst();
  return row !== undefined;
}

/** All rounds, or those of a program; a few dozen at most. */
export async function listRounds(db: Executor, programId?: string): Promise<RoundRow[]> {
  const all = query(db);
  return (programId ? all.where('program_id', '=', programId) : all)
    .orderBy('rounds.position')
    .orderBy('rounds.created_at')
    .execute();
}

/** A whole row, although its type cannot say so. */
export async function insertRound(tx: Executor, row: RowChanges<'rounds'>): Promise<void> {
  await tx
    .insertInto('rounds')
    .values(row as NewRow<'rounds'>)
    .execute();
}

export async function changeRound(
  tx: Executor,
  id: string,
  changes: RowChanges<'rounds'>,
): Promise<void> {
  await tx.updateTable('rounds').set(changes).where('id', '=', id).execute();
}

export async function deleteRound(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('rounds').where('id', '=', id).execute();
}

export async function listRoundJudges(
  db: Executor,
  roundIds: readonly string[],
): Promise<{ round_id: string; judge_id: string; reminded_at: Date | null }[]> {
  if (roundIds.length === 0) return [];
  return db
    .selectFrom('round_judges')
    .select(['round_id', 'judge_id', 'reminded_at'])
    .where('round_id', 'in', roundIds)
    .orderBy('judge_id')
    .execute();
}

/** The public record counts them. */
export async function addRoundJudges(
  tx: Executor,
  roundId: string,
  judgeIds: readonly string[],
  now: Date,
): Promise<void> {
  if (judgeIds.length === 0) return;
  await raiseVersion(tx, 'public');
  await tx
    .insertInto('round_judges')
    .values(judgeIds.map((judge_id) => ({ round_id: roundId, judge_id, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRoundJudges(tx: Executor, roundId: string): Promise<void> {
  await tx.deleteFrom('round_judges').where('round_id', '=', roundId).execute();
}

export const NO_COUNTS: RoundCounts = { entries: 0, reviews: 0, submitted: 0, short: 0 };

export const countEntries = (db: Executor, id: string): Promise<number> =>
  table('entries').count(db, { round_id: id });

const IN_THE_ROUND = ['assigned', 'started', 'submitted'] as const;

/**
 * Entries and reviews of each round. An entry is short that has fewer reviews than asked; in a pitch
 * round, one with a review that is not given yet.
 */
export async function countRounds(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, RoundCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .leftJoin('judge_reviews', (join) =>
      join
        .onRef('judge_reviews.entry_id', '=', 'entries.id')
        .on('judge_reviews.state', 'in', IN_THE_ROUND),
    )
    .select(['entries.round_id', 'rounds.reviews_per_proposal as wanted', 'rounds.kind'])
    .select(({ fn }) => [
      fn.count<number>('judge_reviews.id').as('reviews'),
      fn
        .count<number>('judge_reviews.id')
        .filterWhere('judge_reviews.state', '=', 'submitted')
        .as('submitted'),
    ])
    .where('entries.round_id', 'in', ids)
    .where('entries.state', '=', 'in')
    .groupBy(['entries.id', 'entries.round_id', 'rounds.reviews_per_proposal', 'rounds.kind'])
    .execute();
  const counts = new Map(ids.map((id) => [id, { ...NO_COUNTS }]));
  for (const row of rows) {
    const sum = counts.get(row.round_id)!;
    sum.entries += 1;
    sum.reviews += Number(row.reviews);
    sum.submitted += Number(row.submitted);
    const wanted = row.kind === 'pitch' ? Number(row.reviews) : row.wanted;
    const there = row.kind === 'pitch' ? row.submitted : row.reviews;
    sum.short += Number(there) < wanted ? 1 : 0;
  }
  return counts;
}

/** Oldest first, withdrawn ones included. */
export async function listSeals(db: Executor, roundIds: readonly string[]) {
  if (roundIds.length === 0) return [];
  return db
    .selectFrom('seals')
    .select(['id', 'round_id', 'sha256', 'sealed_at', 'withdrawn_at', 'reason'])
    .where('round_id', 'in', roundIds)
    .orderBy('sealed_at')
    .orderBy('id')
    .execute();
}

export async function removeRoundJudge(
  tx: Executor,
  roundId: string,
  judgeId: string,
): Promise<void> {
  await raiseVersion(tx, 'public');
  await tx
    .deleteFrom('round_judges')
    .where('round_id', '=', roundId)
    .where('judge_id', '=', judgeId)
    .execute();
}

/** Nobody closes or changes the round until the transaction ends. */
export async function lockRoundRow(db: Db, tx: Executor, id: string): Promise<void> {
  await lockRows(db, tx.selectFrom('rounds').select('id').where('id', '=', id)).execute();
}
