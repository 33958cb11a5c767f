import type { CreateLabelInput, Label, UpdateLabelInput } from '#domain/labels/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';

const path = (id = ''): string => apiPath(`/labels/${encodeURIComponent(id)}`);

/** Labels of proposals; separate from client.ts, which every screen loads. */
export const labels = {
  list: async (options?: CallOptions): Promise<Label[]> =>
    (await readPage<Label>(await send(transport, 'GET', path(), {}, options))).items,
  create: (input: CreateLabelInput, options?: CallOptions) =>
    send(transport, 'POST', path(), { json: input }, options),
  update: (id: string, input: UpdateLabelInput, options?: CallOptions) =>
    send(transport, 'PATCH', path(id), { json: input }, options),
  remove: (id: string, options?: CallOptions) => send(transport, 'DELETE', path(id), {}, options),
};
