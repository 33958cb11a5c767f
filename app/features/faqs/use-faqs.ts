import { FAQ } from '#domain/faqs/rules.ts';
import type { CreateFaqInput } from '#domain/faqs/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { followed, useItem, useRefresh } from '#app/api/use-item.ts';

export const fetchFaqs = (query: ListQuery, signal: AbortSignal) =>
  api.listFaqs(query, { signal, fallback: FAQ.displayFailed });

export const useFaq = (id: string) => useItem(queryKeys.faqs, id, api.getFaq, FAQ.fetchFailed);

export function useFaqChanges() {
  const refresh = useRefresh(queryKeys.faqs);
  return {
    create: (input: CreateFaqInput) =>
      followed(api.createFaq(input, { fallback: FAQ.createFailed }), refresh),
    update: (id: string, input: CreateFaqInput, etag: string | null) =>
      followed(api.updateFaq(id, input, { etag, fallback: FAQ.updateFailed }), refresh),
    remove: (id: string) => followed(api.deleteFaq(id, { fallback: FAQ.deleteFailed }), refresh),
  };
}
