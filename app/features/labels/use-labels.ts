import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateLabelInput, UpdateLabelInput } from '#domain/labels/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { labels } from './label-calls.ts';
import { labelTexts } from './labels.ts';

/** All labels, by name. */
export const useLabels = () =>
  useQuery({
    queryKey: [queryKeys.labels],
    queryFn: ({ signal }) => labels.list({ signal, fallback: labelTexts.failed }),
    staleTime: 60_000,
  });

/** Each change refetches the labels, and whatever shows them on proposals. */
export function useLabelChanges() {
  const cache = useQueryClient();
  const followed = async (change: Promise<unknown>): Promise<void> => {
    await change.finally(() =>
      Promise.all(
        [queryKeys.labels, queryKeys.proposals].map((noun) =>
          cache.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
    );
  };
  const options = { fallback: labelTexts.saveFailed };
  return {
    create: (input: CreateLabelInput, idempotencyKey: string) =>
      followed(labels.create(input, { ...options, idempotencyKey })),
    update: (id: string, input: UpdateLabelInput) => followed(labels.update(id, input, options)),
    remove: (id: string) => followed(labels.remove(id, { fallback: labelTexts.deleteFailed })),
  };
}
