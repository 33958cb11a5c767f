import type { ThreadMessage } from '#domain/threads/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';

const path = (proposalId: string): string =>
  apiPath(`/proposals/${encodeURIComponent(proposalId)}/messages`);

/** Messages about one proposal; separate from client.ts, which every screen loads. */
export const thread = {
  list: async (proposalId: string, options?: CallOptions) =>
    (await readPage<ThreadMessage>(await send(transport, 'GET', path(proposalId), {}, options)))
      .items,
  write: async (proposalId: string, text: string, options?: CallOptions) =>
    (await (
      await send(transport, 'POST', path(proposalId), { json: { text } }, options)
    ).json()) as ThreadMessage,
};
