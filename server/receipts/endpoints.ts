import { z } from 'zod';
import {
  listWaitingQuery,
  receipt,
  receiptKeys,
  receiptQuery,
  waitingSubmission,
} from '#domain/receipts/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, single } from '../http/endpoint.ts';
import { getReceipt, listWaitingSubmissions } from './service.ts';
import { signerOf } from './signature.ts';

export const get = endpoint(
  {
    summary: 'Look up a receipt by its number',
    query: receiptQuery,
    answer: receipt,
    tagged: true,
  },
  async (context, { params, query }) => {
    const found = await getReceipt(context, params.number!, query.with === 'deadline');
    return single(found, [found.state, found.deadline_date].join(' ').trim());
  },
);

export const keys = endpoint(
  { summary: 'List the public keys for verifying receipts', answer: receiptKeys },
  async ({ receiptSecret }) => ({ body: { keys: [signerOf(receiptSecret).publicKey] } }),
);

export const listWaiting = endpoint(
  {
    summary: 'List submissions still waiting for documents, the next to lapse first',
    query: listWaitingQuery,
    answer: z.array(waitingSubmission),
  },
  async (context: UserContext, { query }) => {
    const { items, total } = await listWaitingSubmissions(context, query);
    return listed(items, total);
  },
);
