import { receipt, receiptKeys, receiptQuery } from '#domain/receipts/schema.ts';
import { endpoint, single } from '../http/endpoint.ts';
import { getReceipt } from './service.ts';
import { signerOf } from './signature-service.ts';

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
