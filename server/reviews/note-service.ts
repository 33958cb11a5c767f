/** Notes of admins on a proposal, which no answer to an applicant contains. */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES } from '#domain/messages.ts';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { NOTE } from '#domain/reviews/messages.ts';
import type { ListNotesQuery, Note } from '#domain/reviews/schema.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext, type Versioned } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import * as store from './note-store.ts';

export type VersionedNote = Versioned<'note', Note>;

const presentNote = (row: store.NoteRow): Note => ({
  id: row.id,
  text: row.text,
  author:
    row.author_id === null
      ? null
      : { id: row.author_id, name: `${row.first_name} ${row.last_name}` },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const present = (row: store.NoteRow): VersionedNote => ({
  note: presentNote(row),
  version: row.version,
});

/** The log records that a note was written, but none of its text. */
const traceOf = (text: string | undefined) => (text === undefined ? null : digestOf(text));

const noProposal = () => new Problem('not_found', PROPOSAL.notFound);

async function requireProposal({ db }: UserContext, id: string): Promise<void> {
  if (!isId(id) || !(await store.hasProposal(db.read, id))) throw noProposal();
}

async function requireNote(db: Executor, proposalId: string, id: string): Promise<store.NoteRow> {
  const row = isId(id) && isId(proposalId) && (await store.findNote(db, proposalId, id));
  if (!row) throw new Problem('not_found', NOTE.notFound);
  return row;
}

/** Refuses with 404. */
export async function listNotes(
  context: UserContext,
  proposalId: string,
  query: ListNotesQuery,
): Promise<{ items: Note[]; total: number }> {
  await requireProposal(context, proposalId);
  const { rows, total } = await store.listNotes(context.db.read, proposalId, query);
  return { items: rows.map(presentNote), total };
}

/** Refuses with 404. A repeated key gets the first answer. */
export async function createNote(
  context: UserContext,
  proposalId: string,
  text: string,
): Promise<ApiResponse> {
  await requireProposal(context, proposalId);
  const now = context.clock();
  const stamps = { created_at: now, updated_at: now, version: 1 };
  const row = {
    id: randomUUID(),
    proposal_id: proposalId,
    author_id: context.actor.id,
    text,
    ...stamps,
  };
  const once = { call: 'notes.create', content: [proposalId, text] };
  const writing = writeOnce(context, once, async (tx) => {
    await store.insertNote(tx, row);
    await log(context, tx, 'create', row, [undefined, text]);
    const { note, version } = present(await requireNote(tx, proposalId, row.id));
    return single(note, version, 201);
  });
  const { answer } = await writing.catch((error) => {
    // Deleted since it was found.
    throw isForeignKeyViolation(error) ? noProposal() : error;
  });
  return answer;
}

const log = (
  context: UserContext,
  tx: Executor,
  verb: 'create' | 'update' | 'delete',
  { id, proposal_id }: Pick<store.NoteRow, 'id' | 'proposal_id'>,
  [before, after]: [string | undefined, string | undefined],
): Promise<void> =>
  audit(tx, context, `notes.${verb}`, 'proposal', proposal_id, {
    note: verb === 'delete' ? [id, null] : id,
    text: [traceOf(before), traceOf(after)],
  });

/**
 * Locks the note until the transaction ends. Refuses with 404, with 403 everybody but its author,
 * and with 412.
 */
async function lockOwnNote(
  context: UserContext,
  tx: Executor,
  proposalId: string,
  id: string,
): Promise<store.NoteRow> {
  if (isId(id)) await store.lockNote(context.db, tx, id);
  const row = await requireNote(tx, proposalId, id);
  if (row.author_id !== context.actor.id) throw new Problem('forbidden', NOTE.notYours);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

/** Refuses with 404, with 403 everybody but its author, and with 412. */
export async function updateNote(
  context: UserContext,
  proposalId: string,
  id: string,
  text: string,
): Promise<VersionedNote> {
  return context.db.write(async (tx) => {
    const old = await lockOwnNote(context, tx, proposalId, id);
    if (old.text === text) return present(old);
    const changes = { text, updated_at: context.clock(), version: old.version + 1 };
    await store.changeNote(tx, id, changes);
    await log(context, tx, 'update', old, [old.text, text]);
    return present({ ...old, ...changes });
  });
}

/** Refuses with 404, with 403 everybody but its author, and with 412. */
export async function deleteNote(
  context: UserContext,
  proposalId: string,
  id: string,
): Promise<void> {
  await context.db.write(async (tx) => {
    const old = await lockOwnNote(context, tx, proposalId, id);
    await store.deleteNote(tx, id);
    await log(context, tx, 'delete', old, [old.text, undefined]);
  });
}
