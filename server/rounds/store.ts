import { UNFINISHED } from '#domain/judging/rules.ts';
import type { RoundCounts } from '#domain/rounds/schema.ts';
import { lockRowsOn, type Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';

export const rounds = table('rounds');
export const roundJudges = table('round_judges');

const query = (db: Executor) =>
  db
    .selectFrom('rounds')
    .innerJoin('programs', 'programs.id', 'rounds.program_id')
    .selectAll('rounds')
    .select(['programs.title as program_title', 'programs.deadline_date']);

export type RoundRow = Awaited<ReturnType<ReturnType<typeof query>['execute']>>[number];

export const findRound = (db: Executor, id: string) =>
  query(db).where('rounds.id', '=', id).executeTakeFirst();

/** Nobody closes or changes the round until the transaction ends. */
export const lockRoundRow = (tx: Executor, id: string) =>
  lockRowsOn(tx, tx.selectFrom('rounds').select('id').where('id', '=', id)).execute();

export async function lockRound(tx: Executor, id: string) {
  await lockRoundRow(tx, id);
  return findRound(tx, id);
}

/** All rounds, or those of a program; a few dozen at most. */
export async function listRounds(db: Executor, programId?: string) {
  const all = query(db).orderBy('rounds.position').orderBy('rounds.created_at');
  return (programId ? all.where('program_id', '=', programId) : all).execute();
}

/** What each round is waiting for, by its state. */
const MOMENTS = { open: 'closes_at', sealed: 'release_at' } as const;

const awaiting = (db: Executor, state: keyof typeof MOMENTS) =>
  db
    .selectFrom('rounds')
    .select(['id', `${MOMENTS[state]} as at`])
    .where('state', '=', state);

/** Open rounds whose time is over, or sealed ones that are to be released by now. */
export const listDue = (db: Executor, state: keyof typeof MOMENTS, now: Date) =>
  awaiting(db, state).where(MOMENTS[state], '<=', now).execute();

export const listOpen = (db: Executor, now: Date) =>
  awaiting(db, 'open').where('closes_at', '>', now).execute();

async function nextAt(db: Executor, state: keyof typeof MOMENTS, after?: Date) {
  const due = awaiting(db, state).where(MOMENTS[state], 'is not', null).orderBy(MOMENTS[state]);
  const query = after ? due.where(MOMENTS[state], '>', after) : due;
  return (await query.limit(1).executeTakeFirst())?.at ?? undefined;
}

/** When the next round closes by itself, which the public record shows. */
export const nextClosingAt = (db: Executor, now: Date) => nextAt(db, 'open', now);

export async function nextRoundAt(db: Executor) {
  const times = [await nextAt(db, 'open'), await nextAt(db, 'sealed')];
  return times.filter((at) => at !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];
}

export async function listRoundJudges(db: Executor, roundIds: readonly string[]) {
  if (roundIds.length === 0) return [];
  return db
    .selectFrom('round_judges')
    .select(['round_id', 'judge_id', 'reminded_at'])
    .where('round_id', 'in', roundIds)
    .orderBy('judge_id')
    .execute();
}

/** Ids of the judges of one round. */
export const listPanel = async (db: Executor, roundId: string) =>
  (await listRoundJudges(db, [roundId])).map(({ judge_id }) => judge_id);

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

export const removeRoundJudges = (tx: Executor, round_id: string) =>
  roundJudges.remove(tx, { round_id });

export async function removeRoundJudge(tx: Executor, round_id: string, judge_id: string) {
  await raiseVersion(tx, 'public');
  await roundJudges.remove(tx, { round_id, judge_id });
}

export const NO_COUNTS: RoundCounts = { entries: 0, reviews: 0, submitted: 0, short: 0 };

export const countEntries = (db: Executor, round_id: string) =>
  table('entries').count(db, { round_id });

const IN_THE_ROUND = [...UNFINISHED, 'submitted'] as const;

/**
 * Entries and reviews of each round. An entry is short that has fewer reviews than asked; in a pitch
 * round, one with a review that is not given yet.
 */
export async function countRounds(db: Executor, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, RoundCounts>();
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
