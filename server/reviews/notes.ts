/** Notes of admins on a proposal, which no answer to an applicant contains. */
import { randomUUID } from 'node:crypto';
import { Problem, SHARED_RULES } from '#domain/problem.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { NOTE } from '#domain/reviews/rules.ts';
import {
  listNotesQuery,
  note,
  noteInput,
  type ListNotesQuery,
  type NoteInput,
} from '#domain/reviews/schema.ts';
import { audit } from '../audit.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId, table } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { calls, list, none, reply, tagged } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { shownBy } from '../http/resource.ts';
import { writeOnce } from '../http/idempotency.ts';
import * as store from './store.ts';

const show = shownBy(note);

const present = ({ author_id: id, first_name, last_name, ...row }: store.NoteRow) => ({
  note: show({ ...row, author: id === null ? null : { id, name: `${first_name} ${last_name}` } }),
  version: row.version,
});

/** The log records that a note was written, but none of its text. */
const traceOf = (text: string | undefined) => (text === undefined ? null : digestOf(text));

const noProposal = () => new Problem('not_found', PROPOSAL.notFound);

async function requireProposal({ db }: UserContext, id: string) {
  if (!isId(id) || !(await table('proposals').has(db.read, { id }))) throw noProposal();
}

async function requireNote(db: Executor, proposalId: string, id: string) {
  const row = isId(id) && isId(proposalId) && (await store.findNote(db, proposalId, id));
  if (!row) throw new Problem('not_found', NOTE.notFound);
  return row;
}

async function listNotes(context: UserContext, proposalId: string, query: ListNotesQuery) {
  await requireProposal(context, proposalId);
  const { rows, total } = await store.listNotes(context.db.read, proposalId, query);
  return { items: rows.map((row) => present(row).note), total };
}

async function createNote(context: UserContext, proposalId: string, { text }: NoteInput) {
  await requireProposal(context, proposalId);
  const now = context.clock();
  const stamps = { created_at: now, updated_at: now, version: 1 };
  const of = { proposal_id: proposalId, author_id: context.actor.id };
  const row = { id: randomUUID(), ...of, text, ...stamps };
  const once = { call: 'notes.create', content: [proposalId, text] };
  const writing = writeOnce(context, once, async (tx) => {
    await store.notes.insert(tx, row);
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
) =>
  audit(tx, context, `notes.${verb}`, 'proposal', proposal_id, {
    note: verb === 'delete' ? [id, null] : id,
    text: [traceOf(before), traceOf(after)],
  });

async function lockOwnNote(context: UserContext, tx: Executor, proposalId: string, id: string) {
  if (isId(id)) await store.notes.lock(tx, { id });
  const row = await requireNote(tx, proposalId, id);
  if (row.author_id !== context.actor.id) throw new Problem('forbidden', NOTE.notYours);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

async function updateNote(
  context: UserContext,
  proposalId: string,
  id: string,
  { text }: NoteInput,
) {
  return context.db.write(async (tx) => {
    const old = await lockOwnNote(context, tx, proposalId, id);
    if (old.text === text) return present(old);
    const changes = { text, updated_at: context.clock(), version: old.version + 1 };
    await store.notes.change(tx, { id }, changes);
    await log(context, tx, 'update', old, [old.text, text]);
    return present({ ...old, ...changes });
  });
}

async function deleteNote(context: UserContext, proposalId: string, id: string) {
  await context.db.write(async (tx) => {
    const old = await lockOwnNote(context, tx, proposalId, id);
    await store.notes.remove(tx, { id });
    await log(context, tx, 'delete', old, [old.text, undefined]);
  });
}

export const notesCalls = calls({
  'GET /proposals/{id}/notes': list('notes.list', 'List the notes on a proposal', note, {
    query: listNotesQuery,
    run: listNotes,
  }),
  'POST /proposals/{id}/notes': reply('notes.create', 'Add a note to a proposal', {
    body: noteInput,
    answer: note,
    status: 201,
    idempotent: true,
    run: createNote,
  }),
  'PATCH /proposals/{id}/notes/{note_id}': tagged('notes.update', 'Update a note of yours', {
    body: noteInput,
    answer: note,
    versioned: true,
    of: 'note',
    run: updateNote,
  }),
  'DELETE /proposals/{id}/notes/{note_id}': none('notes.delete', 'Delete a note of yours', {
    versioned: true,
    run: deleteNote,
  }),
});
