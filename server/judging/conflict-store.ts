import type { Row } from '../db/tables.ts';
import { isId } from '../db/table.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';

const BATCH = 400;

export async function listConflicts(
  db: Executor,
  judgeIds: readonly string[],
): Promise<Row<'conflicts'>[]> {
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
export async function listOfRound(db: Executor, roundId: string): Promise<Row<'conflicts'>[]> {
  return db
    .selectFrom('conflicts')
    .innerJoin('entries', 'entries.proposal_id', 'conflicts.proposal_id')
    .selectAll('conflicts')
    .where('entries.round_id', '=', roundId)
    .orderBy('conflicts.created_at')
    .orderBy('conflicts.id')
    .execute();
}

const findConflict = (db: Executor, id: string): Promise<Row<'conflicts'> | undefined> =>
  db.selectFrom('conflicts').selectAll().where('id', '=', id).executeTakeFirst();

export async function lockConflict(
  db: Db,
  tx: Executor,
  id: string,
): Promise<Row<'conflicts'> | undefined> {
  await lockRows(db, tx.selectFrom('conflicts').select('id').where('id', '=', id)).execute();
  return findConflict(tx, id);
}

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
export async function lockOpenRoundsOf(db: Db, tx: Executor, personId: string): Promise<void> {
  if (!isId(personId)) return;
  await lockRows(db, openRoundsOf(tx, personId).select('rounds.id').orderBy('rounds.id')).execute();
}

/** In these rounds, each judge with each proposal, where one of both is the person's. */
export async function listPairsOpen(tx: Executor, personId: string) {
  const rows = await openRoundsOf(tx, personId)
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
  return rows;
}

/** Open pitch rounds that the judge is in. */
export async function listOpenPitchesOf(tx: Executor, judgeId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('rounds')
    .innerJoin('round_judges', 'round_judges.round_id', 'rounds.id')
    .select('rounds.id')
    .where('rounds.kind', '=', 'pitch')
    .where('rounds.state', '=', 'open')
    .where('judge_id', '=', judgeId)
    .orderBy('rounds.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Pitch rounds that the judge is in, and the proposal. */
export async function listPitchesOf(
  tx: Executor,
  judgeId: string,
  proposalId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('rounds')
    .innerJoin('round_judges', 'round_judges.round_id', 'rounds.id')
    .innerJoin('entries', 'entries.round_id', 'rounds.id')
    .select('rounds.id')
    .where('rounds.kind', '=', 'pitch')
    .where('judge_id', '=', judgeId)
    .where('proposal_id', '=', proposalId)
    .execute();
  return rows.map(({ id }) => id);
}

/** One that is known already stays as it is. The public record counts them. */
export async function insertConflicts(
  tx: Executor,
  rows: readonly Row<'conflicts'>[],
): Promise<void> {
  if (rows.length > 0) await raiseVersion(tx, 'public');
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('conflicts')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function changeConflict(
  tx: Executor,
  id: string,
  changes: Partial<Row<'conflicts'>>,
): Promise<void> {
  await raiseVersion(tx, 'public');
  await tx.updateTable('conflicts').set(changes).where('id', '=', id).execute();
}

/** Whether something still ties the person to the proposal. */
export async function hasConflict(
  db: Executor,
  personId: string,
  proposalId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('conflicts')
    .select('id')
    .where('judge_id', '=', personId)
    .where('proposal_id', '=', proposalId)
    .where('state', '!=', 'cleared')
    .executeTakeFirst();
  return row !== undefined;
}
