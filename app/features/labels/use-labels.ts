import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateLabelInput, UpdateLabelInput, Label } from '#domain/labels/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';
import { labelTexts } from './labels.ts';

const path = (id = ''): string => apiPath(`/labels/${encodeURIComponent(id)}`);

/** Labels of proposals; separate from client.ts, which every screen loads. */
const labels = {
  list: async (options?: CallOptions): Promise<Label[]> =>
    (await readPage<Label>(await send(transport, 'GET', path(), {}, options))).items,
  create: (input: CreateLabelInput, options?: CallOptions) =>
    send(transport, 'POST', path(), { json: input }, options),
  update: (id: string, input: UpdateLabelInput, options?: CallOptions) =>
    send(transport, 'PATCH', path(id), { json: input }, options),
  remove: (id: string, options?: CallOptions) => send(transport, 'DELETE', path(id), {}, options),
};

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
