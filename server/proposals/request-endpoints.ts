import { z } from 'zod';
import { changeRequest, proposalVersion, requestInput } from '#domain/proposals/request-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing } from '../http/endpoint.ts';
import { answerRequest, cancelRequest, listRequests, requestChanges } from './request-service.ts';
import { requireProposal } from './service.ts';
import { listVersions, scopeOf } from './versions.ts';

export const list = endpoint(
  { summary: 'List the requests for changes to a proposal', answer: z.array(changeRequest) },
  async (context: UserContext, { params }) => {
    const items = await listRequests(context, params.id!);
    return listed(items, items.length);
  },
);

export const create = endpoint(
  {
    summary: 'Request changes from an applicant after editing has locked',
    body: requestInput,
    answer: changeRequest,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => requestChanges(context, params.id!, body),
);

export const answer = endpoint(
  {
    summary: 'Mark a request for changes as answered',
    answer: changeRequest,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params }) =>
    answerRequest(context, params.id!, params.request_id!),
);

export const cancel = endpoint(
  { summary: 'Withdraw a request for changes', refuses: [409] },
  async (context: UserContext, { params }) => {
    await cancelRequest(context, params.id!, params.request_id!);
    return nothing;
  },
);

export const versions = endpoint(
  { summary: 'List the versions of a proposal, oldest first', answer: z.array(proposalVersion) },
  async (context: UserContext, { params }) => {
    const row = await requireProposal(context.db.read, scopeOf(context), params.id!);
    const items = await listVersions(context, row);
    return listed(items, items.length);
  },
);
