import type { ConflictKind, ConflictState } from '#domain/judging/conflict-rules.ts';
import type {
  AssignmentResult,
  AssignInput,
  Conflict,
  MoveResult,
  Progress,
  Reminded,
} from '#domain/judging/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, send, type CallOptions } from '#app/api/transport.ts';
import { postJson, roundPath } from './round-calls.ts';

type Tie = { judge_id: string; proposal_id: string; kind: ConflictKind; reason: string };

const seat = (roundId: string, judgeId: string): string =>
  roundPath(roundId, `/judges/${encodeURIComponent(judgeId)}`);

/** The judges of a round, and their ties to its proposals. */
export const panelCalls = {
  list: async (roundId: string, options?: CallOptions): Promise<Progress[]> =>
    (await send(transport, 'GET', roundPath(roundId, '/judges'), {}, options)).json(),
  add: async (roundId: string, judgeId: string): Promise<{ assigned: number }> =>
    (await send(transport, 'PUT', seat(roundId, judgeId))).json(),
  remove: async (
    roundId: string,
    judgeId: string,
    json: { reason: string; replacement: string | null },
  ): Promise<MoveResult> =>
    (await send(transport, 'DELETE', seat(roundId, judgeId), { json })).json(),
  assign: (roundId: string, input: AssignInput) =>
    postJson<AssignmentResult>(roundPath(roundId, '/assignments'), input),
  remind: (roundId: string, judge_ids: string[]) =>
    postJson<Reminded>(roundPath(roundId, '/reminders'), { judge_ids }),
  listConflicts: async (roundId: string, options?: CallOptions): Promise<Conflict[]> =>
    (await send(transport, 'GET', roundPath(roundId, '/conflicts'), {}, options)).json(),
  recordConflict: (roundId: string, tie: Tie) =>
    postJson<Conflict>(roundPath(roundId, '/conflicts'), tie),
  decideConflict: async (id: string, state: ConflictState, reason?: string): Promise<void> => {
    const path = apiPath(`/conflicts/${encodeURIComponent(id)}`);
    await send(transport, 'PATCH', path, { json: { state, ...(reason && { reason }) } });
  },
};
