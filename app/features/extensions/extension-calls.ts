import type { Extension } from '#domain/extensions/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';

const path = (programId: string, rest = ''): string =>
  apiPath(`/programs/${encodeURIComponent(programId)}/extensions${rest}`);

/** Later deadlines of single applicants; separate from client.ts, which every screen loads. */
export const extensions = {
  list: async (programId: string, options?: CallOptions) =>
    (await readPage<Extension>(await send(transport, 'GET', path(programId), {}, options))).items,
  create: (
    programId: string,
    input: { email: string; until: string; reason: string },
    options?: CallOptions,
  ) => send(transport, 'POST', path(programId), { json: input }, options),
  withdraw: (programId: string, id: string, options?: CallOptions) =>
    send(transport, 'DELETE', path(programId, `/${id}`), {}, options),
};
