import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { requestLabels } from './labels.ts';
import { requests } from './request-calls.ts';

export const useRequests = (id: string, isWanted = true) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'requests', id],
    queryFn: ({ signal }) => requests.list(id, { signal, fallback: requestLabels.failed }),
    enabled: isWanted,
    staleTime: 0,
  });

/** What the proposal was before it was reopened, and after each answer. */
export const useVersions = (id: string) =>
  useQuery({
    queryKey: [queryKeys.proposals, 'versions', id],
    queryFn: ({ signal }) => requests.versions(id, { signal }),
    staleTime: 0,
  });

/** "I’ve made the changes": everything about the proposal is asked for again. */
export function useAnswering(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) =>
      requests.answer(id, requestId, {
        idempotencyKey: randomKey(),
        fallback: requestLabels.answerFailed,
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: [queryKeys.proposals] }),
  });
}
