import { lockRows, type Db, type Executor } from '../db/open.ts';
import { batchesOf, isId, table } from '../db/table.ts';
import type { Row, RowChanges } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';

export const conflicts = table('conflicts');

export async function listConflicts(db: Executor, judgeIds: readonly string[]) {
  if (judgeIds.length === 0) return [];
  return db
    .selectFrom('conflicts')
    .selectAll()
    .where('judge_id', 'in', judgeIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Those that concern the entries of a round: contract §9.5. */
export const listOfRound = (db: Executor, roundId: string) =>
  db
    .selectFrom('conflicts')
    .innerJoin('entries', 'entries.proposal_id', 'conflicts.proposal_id')
    .selectAll('conflicts')
    .where('entries.round_id', '=', roundId)
    .orderBy('conflicts.created_at')
    .orderBy('conflicts.id')
    .execute();

/** What a person owns or works on: each half by its index, where one condition would read all. */
const proposalsOf = (db: Executor, personId: string) =>
  db
    .selectFrom('proposals')
    .select('id')
    .where('user_id', '=', personId)
    .unionAll(
      db
        .selectFrom('members')
        .select((eb) => eb.ref('proposal_id').$notNull().as('id'))
        .where('user_id', '=', personId)
        .where('proposal_id', 'is not', null)
        .where('accepted_at', 'is not', null),
    );

/** Rounds that a person judges now, or that have a proposal of theirs. */
const openRoundsOf = (tx: Executor, personId: string) =>
  tx
    .selectFrom('rounds')
    .where('rounds.state', '=', 'open')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb(
          'rounds.id',
          'in',
          selectFrom('round_judges').select('round_id').where('judge_id', '=', personId),
        ),
        eb(
          'rounds.id',
          'in',
          selectFrom('entries')
            .select('entries.round_id')
            .where('proposal_id', 'in', proposalsOf(tx, personId)),
        ),
      ]),
    );

/**
 * To be called before the person's own row is locked: a transaction that has locked a round may be
 * waiting for it.
 */
export async function lockOpenRoundsOf(db: Db, tx: Executor, personId: string) {
  if (!isId(personId)) return;
  await lockRows(db, openRoundsOf(tx, personId).select('rounds.id').orderBy('rounds.id')).execute();
}

/** In these rounds, each judge with each proposal, where one of both is the person's. */
export const listPairsOpen = (tx: Executor, personId: string) =>
  openRoundsOf(tx, personId)
    .innerJoin('entries', 'entries.round_id', 'rounds.id')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .innerJoin('round_judges', 'round_judges.round_id', 'rounds.id')
    .select(['round_judges.judge_id', 'proposals.id as proposal_id'])
    .distinct()
    .where(({ eb, or }) =>
      or([
        eb('round_judges.judge_id', '=', personId),
        eb('proposals.id', 'in', proposalsOf(tx, personId)),
      ]),
    )
    .execute();

const pitchesOf = (tx: Executor, judgeId: string) =>
  tx
    .selectFrom('rounds')
    .innerJoin('round_judges', 'round_judges.round_id', 'rounds.id')
    .select('rounds.id')
    .where('rounds.kind', '=', 'pitch')
    .where('judge_id', '=', judgeId);

export const listOpenPitchesOf = (tx: Executor, judgeId: string) =>
  pitchesOf(tx, judgeId).where('rounds.state', '=', 'open').orderBy('rounds.id').execute();

export const listPitchesOf = (tx: Executor, judgeId: string, proposalId: string) =>
  pitchesOf(tx, judgeId)
    .innerJoin('entries', 'entries.round_id', 'rounds.id')
    .where('proposal_id', '=', proposalId)
    .execute();

/** One that is known already stays as it is. The public record counts them. */
export async function insertConflicts(tx: Executor, rows: readonly Row<'conflicts'>[]) {
  if (rows.length > 0) await raiseVersion(tx, 'public');
  for (const batch of batchesOf(rows))
    await tx
      .insertInto('conflicts')
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function changeConflict(tx: Executor, id: string, changes: RowChanges<'conflicts'>) {
  await raiseVersion(tx, 'public');
  await conflicts.change(tx, { id }, changes);
}

export const hasConflict = async (db: Executor, personId: string, proposalId: string) =>
  (await db
    .selectFrom('conflicts')
    .select('id')
    .where('judge_id', '=', personId)
    .where('proposal_id', '=', proposalId)
    .where('state', '!=', 'cleared')
    .executeTakeFirst()) !== undefined;
