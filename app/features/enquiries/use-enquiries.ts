import { useQuery } from '@tanstack/react-query';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { ENQUIRIES, ENQUIRIES_PATH } from '#app/lists/places.ts';

export const enquiryPath = (id: string): string => `${ENQUIRIES_PATH}/${encodeURIComponent(id)}`;

export const fetchEnquiries = (query: ListQuery, signal: AbortSignal) =>
  api.listEnquiries(query, { signal, fallback: ENQUIRY.wrong });

/** One enquiry; it never changes. */
export const useEnquiry = (id: string) =>
  useQuery({
    queryKey: [ENQUIRIES, 'one', id],
    queryFn: ({ signal }) => api.getEnquiry(id, { signal, fallback: ENQUIRY.wrong }),
  });
