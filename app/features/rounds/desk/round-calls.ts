import type { OpeningPreview } from '#domain/judging/schema.ts';
import type { CreateRoundInput, Round, UpdateRoundInput } from '#domain/rounds/schema.ts';
import { transport } from '#app/api/browser.ts';
import {
  apiPath,
  readOne,
  readPage,
  send,
  type CallOptions,
  type ListQuery,
  type Page,
  type Versioned,
} from '#app/api/transport.ts';

export const roundPath = (id: string, part = '', query: ListQuery = {}): string =>
  apiPath(`/rounds/${encodeURIComponent(id)}${part}`, query);

export async function postJson<T>(path: string, json: unknown, options?: CallOptions): Promise<T> {
  return (await (await send(transport, 'POST', path, { json }, options)).json()) as T;
}

/** Setting rounds up and moving them on; separate from client.ts, which every screen loads. */
export const roundCalls = {
  list: async (query: ListQuery, options?: CallOptions): Promise<Page<Round>> =>
    readPage<Round>(await send(transport, 'GET', apiPath('/rounds/', query), {}, options)),
  get: async (id: string, options?: CallOptions): Promise<Versioned<Round>> =>
    readOne<Round>(await send(transport, 'GET', roundPath(id), {}, options)),
  /** Five for the zones. */
  create: (input: CreateRoundInput, options?: CallOptions) =>
    postJson<Round | Round[]>(apiPath('/rounds/'), input, options),
  update: async (
    id: string,
    input: UpdateRoundInput,
    options?: CallOptions,
  ): Promise<Versioned<Round>> =>
    readOne<Round>(await send(transport, 'PATCH', roundPath(id), { json: input }, options)),
  remove: async (id: string, options?: CallOptions): Promise<void> => {
    await send(transport, 'DELETE', roundPath(id), {}, options);
  },
  previewOpening: (id: string) =>
    postJson<OpeningPreview>(roundPath(id, '/open'), { preview: true }),
  open: (id: string, plan_sha256: string) =>
    postJson<Round>(roundPath(id, '/open'), { plan_sha256 }),
};
