import { z } from 'zod';
import {
  createMailingInput,
  mailing,
  mailingPerson,
  mailingPreview,
} from '#domain/mailings/schema.ts';
import { listQuery } from '#domain/paging.ts';
import type { UserContext } from '../context.ts';
import { nestDotted } from '../http/entrance.ts';
import * as mailings from './service.ts';
import { calls, call, list, none, one } from '../http/calls.ts';

function withNested({ filter }: { filter?: unknown }) {
  const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isObject ? { filter: nestDotted(filter as Record<string, unknown>) } : {};
}

export const mailingsCalls = calls({
  'GET /mailings/': list('mailings.list', 'List mailings with their counts', mailing, {
    query: listQuery,
    run: mailings.listMailings,
  }),
  'POST /mailings/': call(
    'mailings.create',
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
  ),
  'GET /mailings/{id}': one('mailings.get', 'Get one mailing', {
    answer: mailing,
    run: mailings.getMailing,
  }),
  'GET /mailings/{id}/people': list('mailings.get', 'List whom a mailing goes to', mailingPerson, {
    query: listQuery,
    run: mailings.listMailingPeople,
  }),
  'DELETE /mailings/{id}': none(
    'mailings.cancel',
    'Cancel a planned mailing, or stop one in progress',
    { refuses: [409], run: mailings.cancelMailing },
  ),
});
