/** Every SQL statement about ties between judges, or admins, and proposals. */
import type { ConflictsTable } from '../db/judging-tables.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';

const BATCH = 400;

/** Those between these people and these proposals. */
export async function listConflicts(
  db: Executor,
  judgeIds: readonly string[],
): Promise<ConflictsTable[]> {
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
export async function listOfRound(db: Executor, roundId: string): Promise<ConflictsTable[]> {
  return db
    .selectFrom('conflicts')
    .innerJoin('entries', 'entries.proposal_id', 'conflicts.proposal_id')
    .selectAll('conflicts')
    .where('entries.round_id', '=', roundId)
    .orderBy('conflicts.created_at')
    .orderBy('conflicts.id')
    .execute();
}

export const findConflict = (db: Executor, id: string): Promise<ConflictsTable | undefined> =>
  db.selectFrom('conflicts').selectAll().where('id', '=', id).executeTakeFirst();

export async function lockConflict(
  db: Db,
  tx: Executor,
  id: string,
): Promise<ConflictsTable | undefined> {
  await lockRows(db, tx.selectFrom('conflicts').select('id').where('id', '=', id)).execute();
  return findConflict(tx, id);
}

/** One that is known already stays as it is. The public record counts them. */
export async function insertConflicts(
  tx: Executor,
  rows: readonly ConflictsTable[],
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
  changes: Partial<ConflictsTable>,
): Promise<void> {
  await raiseVersion(tx, 'public');
  await tx.updateTable('conflicts').set(changes).where('id', '=', id).execute();
}

/** Whether this admin has said that they are tied to the proposal. */
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
