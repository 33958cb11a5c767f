import { z } from 'zod';
import { mayDoAll, type Actor } from '#domain/permissions.ts';
import {
  createProgramInput,
  listProgramsQuery,
  program,
  programPreview,
  updateProgramInput,
  type UpdateProgramInput,
} from '#domain/programs/schema.ts';
import {
  announceAnswer,
  announceInput,
  announcePreview,
} from '#domain/programs/announcing-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as announcing from './announcing-service.ts';
import * as programs from './service.ts';

export const create = endpoint(
  { summary: 'Create a program', body: createProgramInput, answer: program, status: 201 },
  async (context, { body }) => {
    const created = await programs.createProgram(context, body);
    return single(created.program, created.version, 201);
  },
);

export const list = endpoint(
  {
    summary: 'List programs',
    query: listProgramsQuery,
    answer: z.array(program),
    cachedBy: 'public',
  },
  async (context, { query }) => {
    const { items, total } = await programs.listPrograms(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one program', answer: program, tagged: true },
  async (context, { params }) => {
    const found = await programs.getProgram(context, params.id!);
    return single(found.program, found.version);
  },
);

/** What an editor may change of a program; other fields never take effect: contract §12. */
const fieldsFor = (
  role: Actor,
  { title, description, ...others }: UpdateProgramInput,
): UpdateProgramInput => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(mayDoAll(role, 'programs.create') && others),
});

export const update = endpoint(
  {
    summary: 'Update a program, or preview whom a new deadline affects',
    body: updateProgramInput,
    answer: z.union([program, programPreview]),
    versioned: true,
  },
  async (context, { params, body }) => {
    const fields = fieldsFor(context.actor.role, body);
    if (body.preview) return { body: await programs.previewProgram(context, params.id!, fields) };
    const updated = await programs.updateProgram(context, params.id!, fields);
    return single(updated.program, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a program without proposals', versioned: true },
  async (context, { params }) => {
    await programs.deleteProgram(context, params.id!);
    return nothing;
  },
);

export const announce = endpoint(
  {
    summary: 'Announce all decisions of a program now or later, or preview the announcement',
    body: announceInput,
    answer: z.union([announceAnswer, announcePreview]),
    versioned: true,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => {
    if (body.preview) return { body: await announcing.previewAnnouncement(context, params.id!) };
    return announcing.announceProgram(context, params.id!, body);
  },
);

export const cancelAnnouncement = endpoint(
  { summary: 'Cancel a planned announcement', versioned: true, refuses: [409] },
  async (context: UserContext, { params }) => {
    await announcing.cancelAnnouncement(context, params.id!);
    return nothing;
  },
);
