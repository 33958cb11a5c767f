import { z } from 'zod';
import {
  anyAttempt,
  attempt,
  listAllAttemptsQuery,
  listAttemptsQuery,
} from '#domain/receipts/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { listAllAttempts, listOwnAttempts } from './attempt-service.ts';

export const listOwn = endpoint(
  {
    summary: 'List your refused submissions',
    query: listAttemptsQuery,
    answer: z.array(attempt),
  },
  async (context: UserContext, { query }) => {
    const { items, total } = await listOwnAttempts(context, query);
    return listed(items, total);
  },
);

export const listAll = endpoint(
  {
    summary: 'List all refused submissions',
    query: listAllAttemptsQuery,
    answer: z.array(anyAttempt),
  },
  async (context: UserContext, { query }) => {
    const { items, total } = await listAllAttempts(context, query);
    return listed(items, total);
  },
);
