import type {
  InviteJudgeInput,
  Judge,
  ListedJudge,
  UpdateJudgeInput,
} from '#domain/judges/schema.ts';
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

const pathOf = (id: string, part = ''): string =>
  apiPath(`/judges/${encodeURIComponent(id)}${part}`);

/** What admins do with judges; separate from client.ts, which every screen loads. */
export const judgeCalls = {
  list: async (query: ListQuery, options?: CallOptions): Promise<Page<ListedJudge>> =>
    readPage<ListedJudge>(await send(transport, 'GET', apiPath('/judges/', query), {}, options)),
  get: async (id: string, options?: CallOptions): Promise<Versioned<Judge>> =>
    readOne<Judge>(await send(transport, 'GET', pathOf(id), {}, options)),
  invite: async (input: InviteJudgeInput, options?: CallOptions): Promise<Versioned<Judge>> =>
    readOne<Judge>(await send(transport, 'POST', apiPath('/judges/'), { json: input }, options)),
  inviteAgain: async (id: string, options?: CallOptions): Promise<void> => {
    await send(transport, 'POST', pathOf(id, '/invite'), {}, options);
  },
  update: async (
    id: string,
    input: UpdateJudgeInput,
    options?: CallOptions,
  ): Promise<Versioned<Judge>> =>
    readOne<Judge>(await send(transport, 'PATCH', pathOf(id), { json: input }, options)),
};
