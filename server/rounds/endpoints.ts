import { z } from 'zod';
import {
  createRoundInput,
  listRoundsQuery,
  round,
  updateRoundInput,
} from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as rounds from './service.ts';

export const list = endpoint(
  { summary: 'List rounds', query: listRoundsQuery, answer: z.array(round) },
  async (context: UserContext, { query }) => {
    const { items, total } = await rounds.listRounds(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get a round', answer: round, tagged: true },
  async (context: UserContext, { params }) => {
    const found = await rounds.getRound(context, params.id!);
    return single(found.round, found.version);
  },
);

export const create = endpoint(
  {
    summary: 'Create a round, optionally as a copy of another',
    body: createRoundInput,
    answer: round,
    status: 201,
    idempotent: true,
  },
  async (context: UserContext, { body }) => rounds.createRound(context, body),
);

export const update = endpoint(
  {
    summary: 'Update a round',
    body: updateRoundInput,
    answer: round,
    versioned: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => {
    const updated = await rounds.updateRound(context, params.id!, body);
    return single(updated.round, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a draft round', versioned: true, refuses: [409] },
  async (context: UserContext, { params }) => {
    await rounds.deleteRound(context, params.id!);
    return nothing;
  },
);
