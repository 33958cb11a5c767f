import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import type { Enquiry } from '#domain/enquiries/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api, transport } from '#app/api/browser.ts';
import {
  type ListQuery,
  type Versioned,
  apiPath,
  send,
  type CallOptions,
} from '#app/api/transport.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { toast } from '#app/ui/toast.tsx';
import { enquiryLabels } from './labels.ts';

const pathOf = (id: string): string => `/contact_forms/${encodeURIComponent(id)}`;

/** What only the screen of one enquiry does; separate from client.ts, which every screen loads. */
const enquiryCalls = {
  answer: async (id: string, text: string, options?: CallOptions): Promise<Enquiry> => {
    const path = apiPath(`${pathOf(id)}/answer`);
    return (await send(transport, 'POST', path, { json: { text } }, options)).json();
  },
  remove: (id: string, options?: CallOptions) =>
    send(transport, 'DELETE', apiPath(pathOf(id)), {}, options),
};

export const fetchEnquiries = (query: ListQuery, signal: AbortSignal) =>
  api.listEnquiries(query, { signal, fallback: ENQUIRY.wrong });

/** One enquiry with its version; another admin may mark it in the meantime. */
export const useEnquiry = (id: string) =>
  useQuery({
    queryKey: [queryKeys.enquiries, 'one', id],
    queryFn: ({ signal }) => api.getEnquiry(id, { signal, fallback: ENQUIRY.wrong }),
  });

/** Mails an answer for the version that is shown; refused if a colleague was faster. */
export function useAnswerEnquiry({ id, etag }: Versioned<Enquiry>) {
  const cache = useQueryClient();
  return async (text: string, idempotencyKey: string) => {
    const options = { etag, idempotencyKey, fallback: enquiryLabels.answerFailed };
    try {
      await enquiryCalls.answer(id, text, options);
    } finally {
      await cache.invalidateQueries({ queryKey: [queryKeys.enquiries] });
    }
  };
}

/** Refetches every list and count. */
export function useDeleteEnquiry(id: string) {
  const cache = useQueryClient();
  return async () => {
    await enquiryCalls.remove(id, { fallback: enquiryLabels.deleteFailed });
    await cache.invalidateQueries({
      queryKey: [queryKeys.enquiries],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  };
}

/** Marks an enquiry as answered or not answered, and refetches every list and count. */
export function useMarkEnquiry(id: string) {
  const cache = useQueryClient();
  const singleFlight = useSingleFlight();
  const [isBusy, setBusy] = useState(false);
  const mark = (isAnswered: boolean) =>
    singleFlight(async () => {
      setBusy(true);
      try {
        await api.updateEnquiry(
          id,
          { is_answered: isAnswered },
          { fallback: enquiryLabels.failed },
        );
        toast.success(isAnswered ? enquiryLabels.marked : enquiryLabels.unmarked);
      } catch (error) {
        toast.error((error as Error).message);
      }
      await cache.invalidateQueries({ queryKey: [queryKeys.enquiries] });
      setBusy(false);
    });
  return { mark, isBusy };
}
