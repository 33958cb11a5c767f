import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FAQ } from '#domain/faqs/messages.ts';
import type { CreateFaqInput } from '#domain/faqs/schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';

export const fetchFaqs = (query: ListQuery, signal: AbortSignal) =>
  api.listFaqs(query, { signal, fallback: FAQ.displayFailed });

/** One FAQ with its version. */
export const useFaq = (id: string) =>
  useQuery({
    queryKey: [queryKeys.faqs, 'one', id],
    queryFn: ({ signal }) => api.getFaq(id, { signal, fallback: FAQ.fetchFailed }),
    ...EDITED,
  });

/** Each change refetches every list and count. */
export function useFaqChanges() {
  const cache = useQueryClient();
  const refresh = () =>
    cache.invalidateQueries({
      queryKey: [queryKeys.faqs],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  const followed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await refresh();
    return result;
  };
  return {
    create: (input: CreateFaqInput) =>
      followed(api.createFaq(input, { fallback: FAQ.createFailed })),
    update: (id: string, input: CreateFaqInput, etag: string | null) =>
      followed(api.updateFaq(id, input, { etag, fallback: FAQ.updateFailed })),
    remove: (id: string) => followed(api.deleteFaq(id, { fallback: FAQ.deleteFailed })),
  };
}
