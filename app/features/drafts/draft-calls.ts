import type { Draft, SaveDraftInput, SubmitDraftInput } from '#domain/drafts/schema.ts';
import type { DocumentLink, Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { transport } from '#app/api/browser.ts';
import {
  apiPath,
  readDated,
  readOne,
  send,
  type CallOptions,
  type Dated,
  type Versioned,
} from '#app/api/transport.ts';

type SubmissionResult = { proposal: Versioned<Proposal> } | { receipt: Receipt };

const pathOf = (programId: string, more = '') =>
  apiPath(`/drafts/${encodeURIComponent(programId)}${more}`);

/** The calls for one draft, in a separate file because only its form needs them. */
export const draftCalls = {
  /** Null if there is none, which is no error: nothing red in the console of a first visit. */
  find: async (programId: string, options?: CallOptions): Promise<Dated<Draft> | null> => {
    const path = pathOf(programId, '?optional=true');
    const response = await send(transport, 'GET', path, {}, options);
    return response.status === 204 ? null : readDated<Draft>(response);
  },
  save: async (
    programId: string,
    input: SaveDraftInput,
    options?: CallOptions,
  ): Promise<Versioned<Draft>> =>
    readOne<Draft>(await send(transport, 'PUT', pathOf(programId), { json: input }, options)),
  /** Fields, answers and documents of an earlier proposal; what the draft has already stays. */
  startFrom: async (programId: string, proposalId: string, options?: CallOptions) => {
    const path = pathOf(programId, `/from/${encodeURIComponent(proposalId)}`);
    await send(transport, 'POST', path, {}, options);
  },
  delete: async (programId: string, options?: CallOptions): Promise<void> =>
    void (await send(transport, 'DELETE', pathOf(programId), {}, options)),
  linkToDocument: async (
    programId: string,
    kind: string,
    options?: CallOptions,
  ): Promise<DocumentLink> =>
    (await send(transport, 'GET', pathOf(programId, `/documents/${kind}`), {}, options)).json(),
  /** The proposal, or the receipt of a submission whose documents are still on their way. */
  submit: async (
    programId: string,
    input: SubmitDraftInput,
    options?: CallOptions,
  ): Promise<SubmissionResult> => {
    const path = pathOf(programId, '/submit');
    const response = await send(transport, 'POST', path, { json: input }, options);
    return response.status === 201
      ? { proposal: await readOne<Proposal>(response) }
      : { receipt: (await response.json()) as Receipt };
  },
  receipt: async (number: string, options?: CallOptions): Promise<Receipt> => {
    const path = apiPath(`/receipts/${encodeURIComponent(number)}`);
    return (await send(transport, 'GET', path, {}, options)).json() as Promise<Receipt>;
  },
};
