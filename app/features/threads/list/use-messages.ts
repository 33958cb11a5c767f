import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { THREAD } from '#domain/threads/rules.ts';
import type { ThreadMessage } from '#domain/threads/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';
import { threadLabels } from '../labels.ts';

const path = (proposalId: string): string =>
  apiPath(`/proposals/${encodeURIComponent(proposalId)}/messages`);

/** Messages about one proposal; separate from client.ts, which every screen loads. */
const thread = {
  list: async (proposalId: string, options?: CallOptions) =>
    (await readPage<ThreadMessage>(await send(transport, 'GET', path(proposalId), {}, options)))
      .items,
  write: async (proposalId: string, text: string, options?: CallOptions) =>
    (await (
      await send(transport, 'POST', path(proposalId), { json: { text } }, options)
    ).json()) as ThreadMessage,
};

const keyOf = (id: string) => [queryKeys.proposals, 'messages', id];

/** Reading marks them as read, so lists and counts are asked for again. */
export function useMessages(id: string) {
  const cache = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => thread.list(id, { signal, fallback: threadLabels.failed }),
    staleTime: 0,
  });
  const isRead = query.data !== undefined;
  useEffect(() => {
    if (isRead)
      void cache.invalidateQueries({
        predicate: ({ queryKey: [noun, kind] }) =>
          (noun === queryKeys.proposals && !['one', 'any', 'messages'].includes(String(kind))) ||
          (noun === queryKeys.reviews && kind === 'summary'),
      });
  }, [cache, isRead]);
  return query;
}

export function useSending(id: string) {
  const cache = useQueryClient();
  // The answer may have got lost: the same text again is the same message.
  const last = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: (text: string) => {
      if (text !== last.current.text) last.current = { text, key: randomKey() };
      return thread.write(id, text, {
        idempotencyKey: last.current.key,
        fallback: THREAD.failed,
      });
    },
    onSuccess: (message) => {
      last.current.text = '';
      cache.setQueryData<ThreadMessage[]>(keyOf(id), (known) => [...(known ?? []), message]);
      return cache.invalidateQueries({ queryKey: [queryKeys.proposals, 'timeline', id] });
    },
  });
}
