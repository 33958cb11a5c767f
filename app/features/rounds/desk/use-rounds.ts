import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateRoundInput, UpdateRoundInput } from '#domain/rounds/schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { followed } from '#app/api/use-item.ts';
import { roundLabels } from './labels.ts';
import { roundCalls } from './round-calls.ts';

export const fetchRounds = (query: ListQuery, signal: AbortSignal) =>
  roundCalls.list(query, { signal, fallback: roundLabels.listFailed });

/** One round with its version. */
export const useRound = (id: string) =>
  useQuery({
    queryKey: [queryKeys.rounds, 'one', id],
    queryFn: ({ signal }) => roundCalls.get(id, { signal }),
    enabled: id !== '',
    ...EDITED,
  });

/** After a change: every list of rounds, and everything that is shown of one. */
export function useRoundsRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [queryKeys.rounds] });
}

export function useRoundChanges() {
  const refresh = useRoundsRefresh();
  return {
    create: (input: CreateRoundInput) =>
      followed(roundCalls.create(input, { fallback: roundLabels.saveFailed }), refresh),
    update: (id: string, input: UpdateRoundInput, etag: string | null) =>
      followed(roundCalls.update(id, input, { etag, fallback: roundLabels.saveFailed }), refresh),
    remove: (id: string) =>
      followed(roundCalls.remove(id, { fallback: roundLabels.deleteFailed }), refresh),
  };
}
