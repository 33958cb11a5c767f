import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import type { UpdateTestimonialInput } from '#domain/testimonials/schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { testimonialLabels } from './labels.ts';
import { removeTestimonial } from './testimonial-calls.ts';

export const fetchTestimonials = (query: ListQuery, signal: AbortSignal) =>
  api.listTestimonials(query, {
    signal,
    fallback: { network: TESTIMONIAL.network, failed: TESTIMONIAL.fetchAllFailed },
  });

/** One testimonial with its version. */
export const useTestimonial = (id: string) =>
  useQuery({
    queryKey: [queryKeys.testimonials, 'one', id],
    queryFn: ({ signal }) =>
      api.getTestimonial(id, {
        signal,
        fallback: { network: TESTIMONIAL.network, failed: TESTIMONIAL.fetchFailed },
      }),
    ...EDITED,
  });

/** Refetches every list and count. */
export function useDeleteTestimonial(id: string) {
  const cache = useQueryClient();
  return async () => {
    await removeTestimonial(id, { fallback: testimonialLabels.deleteFailed });
    await cache.invalidateQueries({
      queryKey: [queryKeys.testimonials],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
  };
}

/** Saves the form for one version and refetches every list and count. */
export function useUpdateTestimonial(id: string) {
  const cache = useQueryClient();
  return async (input: UpdateTestimonialInput, etag: string | null) => {
    const saved = await api.updateTestimonial(id, input, {
      etag,
      fallback: { network: TESTIMONIAL.network, failed: TESTIMONIAL.updateFailed },
    });
    await cache.invalidateQueries({
      queryKey: [queryKeys.testimonials],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
    return saved;
  };
}
