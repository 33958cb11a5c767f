import { receipt, receiptKeys } from '#domain/receipts/schema.ts';
import { endpoint } from '../http/endpoint.ts';
import { getReceipt } from './service.ts';
import { signerOf } from './signature-service.ts';

export const get = endpoint(
  { summary: 'Look up a receipt by its number', answer: receipt },
  async (context, { params }) => ({ body: await getReceipt(context, params.number!) }),
);

export const keys = endpoint(
  { summary: 'List the public keys that receipts are checked with', answer: receiptKeys },
  async ({ receiptSecret }) => ({ body: { keys: [signerOf(receiptSecret).publicKey] } }),
);
