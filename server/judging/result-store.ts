/** Seals, what a release tells, and what the public record counts. */
import { sql, type SqlBool } from 'kysely';
import { UNFINISHED } from '#domain/judging/rules.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import { isReachedBy } from '../members/store.ts';

export const seals = table('seals');

/** The seal that stands. */
export const findSeal = (db: Executor, round_id: string) =>
  seals.find(db, { round_id, withdrawn_at: null });

export const withdrawSeals = (
  tx: Executor,
  round_id: string,
  changes: { withdrawn_at: Date; reason: string },
) => seals.change(tx, { round_id, withdrawn_at: null }, changes);

/** A release tells those who have an outcome, and those who were absent. */
const isTold = sql<SqlBool>`(entries.state = 'absent'
  or (entries.state = 'in' and entries.outcome is not null))`;

/** Entries of a round, absent ones too, with what a release changes and whom it tells. */
export const listReleased = (db: Executor, roundId: string) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['entries.id as entry_id', 'entries.outcome', 'entries.rank', 'entries.score'])
    .select(['entries.funding_stage as given_stage', 'proposals.id', 'proposals.business_name'])
    .select(['proposals.decision', 'proposals.decline_reason', 'proposals.funding_stage'])
    .select(['entries.amount', 'entries.key', 'proposals.receipt_number'])
    .select(['users.email', 'users.first_name', 'entries.state'])
    .where('entries.round_id', '=', roundId)
    .where(isTold)
    .orderBy('entries.rank')
    .execute();
export type ReleasedRow = Awaited<ReturnType<typeof listReleased>>[number];

/** Complete proposals of the program, by region; `isTyped`: that came in on paper. */
export async function countReceived(db: Executor, programId: string, isTyped?: boolean) {
  const all = db
    .selectFrom('proposals')
    .select(['region', ({ fn }) => fn.countAll<number>().as('total')])
    .where('program_id', '=', programId)
    .groupBy('region');
  const query = isTyped ? all.where(sql<boolean>`on_behalf = ${sql.lit(true)}`) : all;
  const rows = await query.execute();
  return Object.fromEntries(rows.map(({ region, total }) => [region, Number(total)]));
}

/** How many entries of each round there are, by what the record tells apart. */
export async function countEntries(db: Executor, roundIds: readonly string[]) {
  const rows = await db
    .selectFrom('entries')
    .select(['round_id', 'region', 'state', 'outcome'])
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('round_id', 'in', roundIds)
    .groupBy(['round_id', 'region', 'state', 'outcome'])
    .execute();
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}
export type EntryCount = Awaited<ReturnType<typeof countEntries>>[number];

/** The selected of a round, in order of rank, as the record names them. */
export const listNamed = (db: Executor, roundId: string) =>
  db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .select(['business_name', 'business_location as location', 'entries.region', 'key'])
    .where('round_id', '=', roundId)
    .where('entries.state', '=', 'in')
    .where('outcome', '=', 'selected')
    .orderBy('rank')
    .execute();

const reviewed = (db: Executor, roundId: string) =>
  db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .where('judge_reviews.round_id', '=', roundId);
const counted = (db: Executor, roundId: string) =>
  reviewed(db, roundId)
    .where('judge_reviews.state', '=', 'submitted')
    .where('entries.state', '=', 'in');

export async function countReviews(db: Executor, roundId: string) {
  const rows = await reviewed(db, roundId)
    .select(['judge_reviews.state', 'entries.state as entry_state'])
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .groupBy(['judge_reviews.state', 'entries.state'])
    .execute();
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}

/** Entries with as many reviews. */
export async function countRead(db: Executor, roundId: string, reviews: number) {
  const rows = await counted(db, roundId)
    .select('entry_id')
    .groupBy('entry_id')
    .having(({ fn }) => fn.countAll(), '>=', reviews)
    .execute();
  return rows.length;
}

/** Entries of a pitch round with a review that is not given yet. */
export async function countUnfinished(db: Executor, roundId: string): Promise<number> {
  const rows = await reviewed(db, roundId)
    .select('entry_id')
    .distinct()
    .where('judge_reviews.state', 'in', UNFINISHED)
    .where('entries.state', '=', 'in')
    .execute();
  return rows.length;
}

export async function listReaders(db: Executor, roundId: string): Promise<string[]> {
  const rows = await counted(db, roundId).select('judge_id').distinct().execute();
  return rows.map(({ judge_id }) => judge_id);
}

export const listSectors = (db: Executor) =>
  db.selectFrom('programs').select(['id', 'sector']).execute();

/** Rounds with released results of the proposal, in their order. */
export const listReleasedRounds = (db: Executor, proposalId: string) =>
  db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['entries.id as entry_id', 'rounds.id as round_id'])
    .where('entries.proposal_id', '=', proposalId)
    .where(isTold)
    .where('rounds.state', '=', 'released')
    .orderBy('rounds.position')
    .execute();

/** What the firm's words to an applicant name. */
export const findNamed = (db: Executor, proposalId: string) =>
  db
    .selectFrom('proposals')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['users.first_name', 'business_name', 'receipt_number'])
    .where('proposals.id', '=', proposalId)
    .executeTakeFirst();

/** A few public programs that take proposals now, the next to close first. */
export const listTaking = (db: Executor, now: Date, exceptId: string) =>
  db
    .selectFrom('programs')
    .select(['title', 'deadline_date'])
    .where('id', '!=', exceptId)
    .where('is_public', '=', true)
    .where('deadline_date', '>', now)
    .where(({ eb, or }) => or([eb('opens_at', 'is', null), eb('opens_at', '<=', now)]))
    .orderBy('deadline_date')
    .limit(3)
    .execute();

export async function listJudged(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .select('entries.proposal_id')
    .distinct()
    .where('proposals.user_id', '=', userId)
    .orderBy('entries.proposal_id')
    .execute();
  return rows.map(({ proposal_id }) => proposal_id!);
}

/** Whether this person owns it or is a member of it. */
export const isReached = async (db: Executor, id: string, userId: string) =>
  (await db
    .selectFrom('proposals')
    .select('id')
    .where('id', '=', id)
    .where(isReachedBy('proposal', userId))
    .executeTakeFirst()) !== undefined;
