import { z } from 'zod';
import { createMailingInput, mailing, mailingPreview } from '#domain/mailings/schema.ts';
import { listQuery } from '#domain/paging.ts';
import type { UserContext } from '../context.ts';
import { nestDotted } from '../http/dotted-names.ts';
import { endpoint, listed, nothing } from '../http/endpoint.ts';
import * as mailings from './service.ts';

export const list = endpoint(
  { summary: 'List mailings with their counts', query: listQuery, answer: z.array(mailing) },
  async (context: UserContext, { query }) => {
    const { items, total } = await mailings.listMailings(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one mailing', answer: mailing },
  async (context: UserContext, { params }) => ({
    body: await mailings.getMailing(context, params.id!),
  }),
);

function withNested({ filter }: { filter?: unknown }) {
  const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isObject ? { filter: nestDotted(filter as Record<string, unknown>) } : {};
}

export const create = endpoint(
  {
    summary: 'Send a mailing to many applicants now or later, or preview it',
    // A filter names answers as a query does.
    prepare: async (_context: UserContext, body) => ({ ...body, ...withNested(body) }),
    body: createMailingInput,
    answer: z.union([mailing, mailingPreview]),
    status: 201,
    idempotent: true,
  },
  async (context: UserContext, { body }) => {
    if (body.preview) return { status: 200, body: await mailings.previewMailing(context, body) };
    return mailings.createMailing(context, body);
  },
);

export const cancel = endpoint(
  { summary: 'Cancel a planned mailing, or stop one in progress', refuses: [409] },
  async (context: UserContext, { params }) => {
    await mailings.cancelMailing(context, params.id!);
    return nothing;
  },
);
