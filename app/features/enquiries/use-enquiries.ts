import { useQuery } from '@tanstack/react-query';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';

export const fetchEnquiries = (query: ListQuery, signal: AbortSignal) =>
  api.listEnquiries(query, { signal, fallback: ENQUIRY.wrong });

/** One enquiry; it never changes. */
export const useEnquiry = (id: string) =>
  useQuery({
    queryKey: [queryKeys.enquiries, 'one', id],
    queryFn: ({ signal }) => api.getEnquiry(id, { signal, fallback: ENQUIRY.wrong }),
  });
