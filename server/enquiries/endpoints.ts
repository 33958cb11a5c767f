import { z } from 'zod';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import {
  answerEnquiryInput,
  createEnquiryInput,
  enquiry,
  listEnquiriesQuery,
  updateEnquiryInput,
} from '#domain/enquiries/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as enquiries from './service.ts';

export const create = endpoint(
  {
    summary: 'Send an enquiry to the firm',
    body: createEnquiryInput,
    refusal: ENQUIRY.failed,
    isForm: true,
    answer: enquiry,
    status: 201,
    idempotent: true,
    refuses: [429],
  },
  async (context, { body }) => enquiries.submitEnquiry(context, body),
);

export const list = endpoint(
  { summary: 'List enquiries', query: listEnquiriesQuery, answer: z.array(enquiry) },
  async (context, { query }) => {
    const { items, total } = await enquiries.listEnquiries(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one enquiry', answer: enquiry, tagged: true },
  async (context, { params }) => {
    const found = await enquiries.getEnquiry(context, params.id!);
    return single(found.enquiry, found.version);
  },
);

export const update = endpoint(
  {
    summary: 'Mark an enquiry as answered or unanswered',
    body: updateEnquiryInput,
    answer: enquiry,
    versioned: true,
  },
  async (context: UserContext, { params, body }) => {
    const updated = await enquiries.updateEnquiry(context, params.id!, body);
    return single(updated.enquiry, updated.version);
  },
);

export const answer = endpoint(
  {
    summary: 'Reply to an enquiry by email and mark it as answered',
    body: answerEnquiryInput,
    answer: enquiry,
    versioned: true,
    idempotent: true,
  },
  async (context: UserContext, { params, body }) =>
    enquiries.answerEnquiry(context, params.id!, body),
);

export const remove = endpoint(
  { summary: 'Delete an enquiry and its replies', versioned: true },
  async (context: UserContext, { params }) => {
    await enquiries.deleteEnquiry(context, params.id!);
    return nothing;
  },
);
