import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import type { UpdateTestimonialInput } from '#domain/testimonials/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api, transport } from '#app/api/browser.ts';
import { type ListQuery, apiPath, send, type CallOptions } from '#app/api/transport.ts';
import { followed, useItem, useRefresh } from '#app/api/use-item.ts';
import { testimonialLabels } from './labels.ts';

/** Only the screen of one testimonial deletes it; separate from client.ts, which all load. */
const removeTestimonial = (id: string, options?: CallOptions) =>
  send(transport, 'DELETE', apiPath(`/testimonials/${encodeURIComponent(id)}`), {}, options);

const sayFailed = (failed: string) => ({ network: TESTIMONIAL.network, failed });

export const fetchTestimonials = (query: ListQuery, signal: AbortSignal) =>
  api.listTestimonials(query, { signal, fallback: sayFailed(TESTIMONIAL.fetchAllFailed) });

export const useTestimonial = (id: string) =>
  useItem(queryKeys.testimonials, id, api.getTestimonial, sayFailed(TESTIMONIAL.fetchFailed));

export function useDeleteTestimonial(id: string) {
  const refresh = useRefresh(queryKeys.testimonials);
  return () =>
    followed(removeTestimonial(id, { fallback: testimonialLabels.deleteFailed }), refresh);
}

/** Saves the form for one version. */
export function useUpdateTestimonial(id: string) {
  const refresh = useRefresh(queryKeys.testimonials);
  return (input: UpdateTestimonialInput, etag: string | null) =>
    followed(
      api.updateTestimonial(id, input, { etag, fallback: sayFailed(TESTIMONIAL.updateFailed) }),
      refresh,
    );
}
