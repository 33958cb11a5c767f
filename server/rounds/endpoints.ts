import { z } from 'zod';
import {
  createRoundInput,
  listRoundsQuery,
  round,
  updateRoundInput,
  type UpdateRoundInput,
} from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import * as rounds from './service.ts';
import { calls, list, none, reply, tagged } from '../http/calls.ts';

/** Judging, which knows rounds, hands in how pitchers hear that their time has moved. */
export const roundsCalls = (tellOfSlots: rounds.TellOfSlots) =>
  calls({
    'GET /rounds/': list('rounds.list', 'List rounds', round, {
      query: listRoundsQuery,
      run: rounds.listRounds,
    }),
    'POST /rounds/': reply('rounds.create', 'Create a round, or one for each of the five zones', {
      body: createRoundInput,
      // Five, for the zones.
      answer: z.union([round, z.array(round)]),
      status: 201,
      idempotent: true,
      run: rounds.createRound,
    }),
    'GET /rounds/{id}': tagged('rounds.get', 'Get a round', {
      keyed: ['admin'],
      answer: round,
      tagged: true,
      of: 'round',
      run: rounds.getRound,
    }),
    'PATCH /rounds/{id}': tagged('rounds.update', 'Update a round', {
      body: updateRoundInput,
      answer: round,
      versioned: true,
      refuses: [409],
      of: 'round',
      run: (context: UserContext, id: string, input: UpdateRoundInput) =>
        rounds.updateRound(context, id, input, tellOfSlots),
    }),
    'DELETE /rounds/{id}': none('rounds.delete', 'Delete a draft round', {
      versioned: true,
      refuses: [409],
      run: rounds.deleteRound,
    }),
  });
