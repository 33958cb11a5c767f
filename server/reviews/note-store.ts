/** Every SQL statement about notes. */
import type { ListNotesQuery } from '#domain/reviews/schema.ts';
import { lockRows, type Db, type Executor } from '../db/open.ts';
import type { NotesTable } from '../db/review-tables.ts';

const withAuthor = (db: Executor) =>
  db
    .selectFrom('proposal_notes')
    .leftJoin('users', 'users.id', 'proposal_notes.author_id')
    .select([
      'proposal_notes.id',
      'proposal_notes.proposal_id',
      'proposal_notes.author_id',
      'proposal_notes.text',
      'proposal_notes.created_at',
      'proposal_notes.updated_at',
      'proposal_notes.version',
    ])
    .select(['users.first_name', 'users.last_name']);

export type NoteRow = NotesTable & { first_name: string | null; last_name: string | null };

export async function hasProposal(db: Executor, id: string): Promise<boolean> {
  const row = await db.selectFrom('proposals').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function listNotes(
  db: Executor,
  proposalId: string,
  { skip, limit, sort }: ListNotesQuery,
): Promise<{ rows: NoteRow[]; total: number }> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await withAuthor(db)
    .where('proposal_id', '=', proposalId)
    .orderBy('proposal_notes.created_at', direction)
    .orderBy('proposal_notes.id', direction)
    .limit(limit)
    .offset(skip)
    .execute();
  const { total } = await db
    .selectFrom('proposal_notes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('proposal_id', '=', proposalId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export async function findNote(
  db: Executor,
  proposalId: string,
  id: string,
): Promise<NoteRow | undefined> {
  return withAuthor(db)
    .where('proposal_notes.id', '=', id)
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst();
}

/** Locks the note until the transaction ends. */
export async function lockNote(db: Db, tx: Executor, id: string): Promise<void> {
  await lockRows(db, tx.selectFrom('proposal_notes').select('id').where('id', '=', id)).execute();
}

export async function insertNote(tx: Executor, row: NotesTable): Promise<void> {
  await tx.insertInto('proposal_notes').values(row).execute();
}

export async function changeNote(
  tx: Executor,
  id: string,
  changes: Partial<NotesTable>,
): Promise<void> {
  await tx.updateTable('proposal_notes').set(changes).where('id', '=', id).execute();
}

export async function deleteNote(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('proposal_notes').where('id', '=', id).execute();
}
