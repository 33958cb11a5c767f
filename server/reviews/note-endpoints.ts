import { z } from 'zod';
import { listNotesQuery, note, noteInput } from '#domain/reviews/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as notes from './note-service.ts';

export const list = endpoint(
  { summary: 'List the notes on a proposal', query: listNotesQuery, answer: z.array(note) },
  async (context: UserContext, { params, query }) => {
    const { items, total } = await notes.listNotes(context, params.id!, query);
    return listed(items, total);
  },
);

export const create = endpoint(
  {
    summary: 'Add a note to a proposal',
    body: noteInput,
    answer: note,
    status: 201,
    idempotent: true,
  },
  async (context: UserContext, { params, body }) =>
    notes.createNote(context, params.id!, body.text),
);

export const update = endpoint(
  { summary: 'Update a note of yours', body: noteInput, answer: note, versioned: true },
  async (context: UserContext, { params, body }) => {
    const updated = await notes.updateNote(context, params.id!, params.note_id!, body.text);
    return single(updated.note, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a note of yours', versioned: true },
  async (context: UserContext, { params }) => {
    await notes.deleteNote(context, params.id!, params.note_id!);
    return nothing;
  },
);
