import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { THREAD } from '#domain/threads/messages.ts';
import type { ThreadMessage } from '#domain/threads/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import { useFlushing } from '#app/editing/use-flushing.ts';
import { createDraftStore } from '#app/storage/draft-store.ts';
import { useProfile } from '#app/session/use-session.ts';
import { threadLabels } from '../labels.ts';
import { thread } from './thread-calls.ts';

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

/** What is typed and not sent is kept on the device. */
export function useUnsent(id: string) {
  const key = `message:${id}:${useProfile().id}`;
  const [store] = useState(() => createDraftStore(key));
  const [text, setText] = useState(() => store.takeUp()?.['text'] ?? '');
  useFlushing(store.flush);
  const write = (next: string) => {
    setText(next);
    if (next) store.save({ text: next });
    else store.clear();
  };
  return { text, write };
}
