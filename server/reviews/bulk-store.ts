/** Every SQL statement that reviews many proposals at once. */
import { sql, type Updateable } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import type { ReviewedProposal } from '../proposals/decision.ts';

/**
 * Locks the proposals until the transaction ends, in the order of ids, which prevents deadlocks.
 */
export async function lockProposals(db: Db, tx: Executor, ids: string[]): Promise<void> {
  for (const batch of batchesOf([...ids].sort()))
    await lockRows(
      db,
      tx.selectFrom('proposals').select('id').where('id', 'in', batch).orderBy('id'),
    ).execute();
}

/** Those that exist, with the data that a review needs. */
export async function findReviewed(
  db: Executor,
  ids: string[],
): Promise<Map<string, ReviewedProposal>> {
  const found = new Map<string, ReviewedProposal>();
  for (const batch of batchesOf(ids))
    for (const row of await findBatch(db, batch)) found.set(row.id, row);
  return found;
}

const findBatch = (db: Executor, ids: string[]): Promise<ReviewedProposal[]> =>
  db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'proposals.program_id')
        .onRef('extensions.user_id', '=', 'proposals.user_id'),
    )
    .select(['programs.announces', 'programs.deadline_date', 'extensions.extended_until'])
    .select([
      'proposals.id',
      'desk_version',
      'region',
      'decision',
      'decline_reason',
      'is_approved',
      'funding_stage',
      'assigned_to',
      'flagged',
    ])
    .select(['announced_decision', 'announced_reason', 'announced_stage', 'mail_text'])
    .where('proposals.id', 'in', ids)
    .execute();

/** Whose they are and who is assigned. */
export async function findNamed(db: Executor, ids: string[]) {
  const found = new Map<string, NamedProposal>();
  for (const batch of batchesOf(ids))
    for (const row of await namedQuery(db, batch).execute()) found.set(row.id, row);
  return found;
}

const namedQuery = (db: Executor, ids: string[]) =>
  db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .leftJoin('users as assignees', 'assignees.id', 'proposals.assigned_to')
    .select(['proposals.id', 'proposals.business_name', 'proposals.mail_text', 'programs.title'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .select(['assignees.first_name as assignee_first', 'assignees.last_name as assignee_last'])
    .where('proposals.id', 'in', ids);
export type NamedProposal = Awaited<ReturnType<ReturnType<typeof namedQuery>['execute']>>[number];

/** The same change for all of them. */
export async function changeProposals(
  tx: Executor,
  ids: string[],
  changes: Updateable<Tables['proposals']>,
): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ ...changes, desk_version: sql`desk_version + 1` })
    .where('id', 'in', ids)
    .execute();
}

/** For the same statement as the change: what stands before it, by which the run is undone. */
export const keepForUndo = (run: string): Updateable<Tables['proposals']> =>
  ({
    undo_run: run,
    undo_decision: sql`decision`,
    undo_reason: sql`decline_reason`,
    undo_stage: sql`funding_stage`,
    undo_text: sql`mail_text`,
    undo_decided_at: sql`decided_at`,
    undo_decided_by: sql`decided_by`,
  }) as never;

/** What a run has changed that no applicant has heard of, and how it stood before. */
export async function findUndoable(db: Executor, run: string, now: Date) {
  return db
    .selectFrom('proposals')
    .leftJoin('users', 'users.id', 'proposals.undo_decided_by')
    .select(['proposals.id', 'undo_decision', 'undo_reason', 'undo_stage', 'undo_text'])
    .select(['undo_decided_at', 'users.id as undo_decided_by'])
    .where('undo_run', '=', run)
    .where('announce_at', '>', now)
    .execute();
}
export type Undoable = Awaited<ReturnType<typeof findUndoable>>[number];
