import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';

const UNFINISHED = ['assigned', 'started'] as const;

export async function listOpenRounds(db: Executor, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'open')
    .where('closes_at', '>', now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Judges with reviews assigned since they were told, if that was before the instant. */
export async function listUntold(
  tx: Executor,
  roundId: string,
  before: Date,
): Promise<{ judge_id: string; count: number }[]> {
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

type Who = { roundId: string; judgeId?: string };

export async function markTold(
  tx: Executor,
  { roundId, judgeId, now }: Who & { now: Date },
): Promise<void> {
  let query = tx.updateTable('round_judges').set({ told_at: now }).where('round_id', '=', roundId);
  if (judgeId !== undefined) query = query.where('judge_id', '=', judgeId);
  await query.execute();
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

type Marks = { half_told_at?: Date; last_told_for?: Date; reminded_at?: Date };

export async function markReminded(
  tx: Executor,
  { roundId, judgeId, ...marks }: Required<Who> & Marks,
): Promise<void> {
  await tx
    .updateTable('round_judges')
    .set(marks)
    .where('round_id', '=', roundId)
    .where('judge_id', '=', judgeId)
    .execute();
}
