import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '#domain/constants.ts';
import type { Mailing } from '#domain/mailings/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { mailingLabels } from './labels.ts';
import { mailings } from './mailing-calls.ts';

export const fetchMailings = (query: ListQuery, signal: AbortSignal) =>
  mailings.list(query, { signal, fallback: mailingLabels.listFailed });

const LOOK_MS = 3 * SECOND_MS;

/** One mailing; asked for again and again while it is being sent. */
export const useMailing = (id: string) =>
  useQuery({
    queryKey: [queryKeys.mailings, 'one', id],
    queryFn: ({ signal }) => mailings.get(id, { signal, fallback: mailingLabels.fetchFailed }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? LOOK_MS : false),
  });

/** Stops what has not gone out; answers with the mailing as it then is. */
export function useCancelling(id: string) {
  const cache = useQueryClient();
  return async (): Promise<Mailing> => {
    try {
      await mailings.cancel(id, { fallback: mailingLabels.cancelFailed });
      return await mailings.get(id);
    } finally {
      await cache.invalidateQueries({ queryKey: [queryKeys.mailings] });
    }
  };
}
