import { z } from 'zod';
import { FAQ } from '#domain/faqs/messages.ts';
import { createFaqInput, faq, listFaqsQuery, updateFaqInput } from '#domain/faqs/schema.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as faqs from './service.ts';

export const list = endpoint(
  { summary: 'List FAQs', query: listFaqsQuery, answer: z.array(faq), cachedBy: 'public' },
  async (context, { query }) => {
    const { items, total } = await faqs.listFaqs(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one FAQ', answer: faq, tagged: true },
  async (context, { params }) => {
    const found = await faqs.getFaq(context, params.id!);
    return single(found.faq, found.version);
  },
);

export const create = endpoint(
  {
    summary: 'Create an FAQ',
    body: createFaqInput,
    refusal: FAQ.createFailed,
    answer: faq,
    status: 201,
  },
  async (context, { body }) => {
    const created = await faqs.createFaq(context, body);
    return single(created.faq, created.version, 201);
  },
);

export const update = endpoint(
  {
    summary: 'Update an FAQ',
    body: updateFaqInput,
    refusal: FAQ.updateFailed,
    answer: faq,
    versioned: true,
  },
  async (context, { params, body }) => {
    const updated = await faqs.updateFaq(context, params.id!, body);
    return single(updated.faq, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete an FAQ', versioned: true },
  async (context, { params }) => {
    await faqs.deleteFaq(context, params.id!);
    return nothing;
  },
);
