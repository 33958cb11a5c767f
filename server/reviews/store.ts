import { sql } from 'kysely';
import type { ListNotesQuery } from '#domain/reviews/schema.ts';
import { batchesOf, table } from '../db/table.ts';
import { lockRowsOn, type Executor } from '../db/open.ts';
import type { RowChanges } from '../db/tables.ts';
import { ownExtension } from '../extensions/store.ts';
import type { ReviewedProposal } from '../proposals/decisions.ts';

/** In the order of ids, which prevents deadlocks. */
export async function lockProposals(tx: Executor, ids: string[]) {
  for (const batch of batchesOf([...ids].sort())) {
    const query = tx.selectFrom('proposals').select('id').where('id', 'in', batch).orderBy('id');
    await lockRowsOn(tx, query).execute();
  }
}

export async function findReviewed(db: Executor, ids: string[]) {
  const found = new Map<string, ReviewedProposal>();
  for (const batch of batchesOf(ids))
    for (const row of await findBatch(db, batch)) found.set(row.id, row);
  return found;
}

const findBatch = (db: Executor, ids: string[]) =>
  db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .leftJoin('extensions', ownExtension('proposals'))
    .select(['programs.announces', 'programs.deadline_date', 'extensions.extended_until'])
    .select('programs.ended_at')
    .select(['proposals.id', 'desk_version', 'region', 'decision', 'decline_reason'])
    .select(['is_approved', 'funding_stage', 'assigned_to', 'flagged'])
    .select(['announced_decision', 'announced_reason', 'announced_stage', 'mail_text'])
    .where('proposals.id', 'in', ids)
    .execute();

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
    .select(['users.first_name', 'users.last_name', 'users.email', 'proposals.receipt_number'])
    .select(['assignees.first_name as assignee_first', 'assignees.last_name as assignee_last'])
    .where('proposals.id', 'in', ids);
export type NamedProposal = Awaited<ReturnType<ReturnType<typeof namedQuery>['execute']>>[number];

type Changes = RowChanges<'proposals'>;

export async function changeProposals(tx: Executor, ids: string[], changes: Changes) {
  const next = { ...changes, desk_version: sql<number>`desk_version + 1` };
  await tx.updateTable('proposals').set(next).where('id', 'in', ids).execute();
}

/** Keeps the old values, by which the run can be undone, in the statement that changes them. */
export const keepForUndo = (run: string) =>
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
export const findUndoable = (db: Executor, run: string, now: Date) =>
  db
    .selectFrom('proposals')
    .leftJoin('users', 'users.id', 'proposals.undo_decided_by')
    .select(['proposals.id', 'undo_decision', 'undo_reason', 'undo_stage', 'undo_text'])
    .select(['undo_decided_at', 'users.id as undo_decided_by'])
    .where('undo_run', '=', run)
    .where('announce_at', '>', now)
    .execute();
export type Undoable = Awaited<ReturnType<typeof findUndoable>>[number];

export const notes = table('proposal_notes');

const withAuthor = (db: Executor, proposalId: string) =>
  db
    .selectFrom('proposal_notes')
    .leftJoin('users', 'users.id', 'proposal_notes.author_id')
    .selectAll('proposal_notes')
    .select(['users.first_name', 'users.last_name'])
    .where('proposal_id', '=', proposalId);

export async function listNotes(
  db: Executor,
  proposalId: string,
  { skip, limit, sort }: ListNotesQuery,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await withAuthor(db, proposalId)
    .orderBy('proposal_notes.created_at', direction)
    .orderBy('proposal_notes.id', direction)
    .limit(limit)
    .offset(skip)
    .execute();
  return { rows, total: await notes.count(db, { proposal_id: proposalId }) };
}

export const findNote = (db: Executor, proposalId: string, id: string) =>
  withAuthor(db, proposalId).where('proposal_notes.id', '=', id).executeTakeFirst();
export type NoteRow = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export const views = table('saved_views');

/** Maximum rows of an answer, because everybody's shared views are in it. */
const MOST = 1000;

export const listViews = (db: Executor, userId: string) =>
  db
    .selectFrom('saved_views')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST)
    .execute();
