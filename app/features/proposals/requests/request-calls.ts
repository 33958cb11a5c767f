import type { ChangeRequest, ProposalVersion } from '#domain/proposals/schema.ts';
import { transport } from '#app/api/browser.ts';
import { apiPath, readPage, send, type CallOptions } from '#app/api/transport.ts';

const path = (proposalId: string, rest: string): string =>
  apiPath(`/proposals/${encodeURIComponent(proposalId)}${rest}`);

type AskedInput = { text: string; fields: string[]; due_at: string };

/** Requests for changes; separate from client.ts, which every screen loads. */
export const requests = {
  list: async (proposalId: string, options?: CallOptions) =>
    (
      await readPage<ChangeRequest>(
        await send(transport, 'GET', path(proposalId, '/requests'), {}, options),
      )
    ).items,
  create: (proposalId: string, input: AskedInput, options?: CallOptions) =>
    send(transport, 'POST', path(proposalId, '/requests'), { json: input }, options),
  answer: (proposalId: string, requestId: string, options?: CallOptions) =>
    send(transport, 'POST', path(proposalId, `/requests/${requestId}/answer`), {}, options),
  cancel: (proposalId: string, requestId: string, options?: CallOptions) =>
    send(transport, 'DELETE', path(proposalId, `/requests/${requestId}`), {}, options),
  versions: async (proposalId: string, options?: CallOptions) =>
    (
      await readPage<ProposalVersion>(
        await send(transport, 'GET', path(proposalId, '/versions'), {}, options),
      )
    ).items,
};
