import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EDITED } from './query-keys.ts';
import type { CallOptions } from './transport.ts';

type Get<Item> = (id: string, options: CallOptions) => Promise<Item>;

/** One item of a noun with its version; nothing changes below a form that is filled with it. */
export const useItem = <Item>(
  noun: string,
  id: string,
  get: Get<Item>,
  fallback?: CallOptions['fallback'],
) =>
  useQuery({
    queryKey: [noun, 'one', id],
    queryFn: ({ signal }) => get(id, { signal, ...(fallback && { fallback }) }),
    ...EDITED,
  });

/** Refetches every list, choice and count of a noun, but no item that is open. */
export function useRefresh(noun: string) {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      queryKey: [noun],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
}

/** Waits for a change, refreshes, and answers what the change answered. */
export async function followed<T>(change: Promise<T>, refresh: () => Promise<unknown>): Promise<T> {
  const result = await change;
  await refresh();
  return result;
}
