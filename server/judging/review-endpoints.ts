import { z } from 'zod';
import {
  abstainInput,
  declareInput,
  entryReviewsQuery,
  hideInput,
  listReviewsQuery,
  readReview,
  review,
  reviewVersion,
  saveReviewInput,
} from '#domain/judging/review-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, single } from '../http/endpoint.ts';
import { readAsked } from '../proposals/document-view.ts';
import * as declarations from './declaration-service.ts';
import * as reading from './reading-service.ts';
import * as reviews from './review-service.ts';

export const list = endpoint(
  { summary: 'List my reviews', query: listReviewsQuery, answer: z.array(review) },
  async (context: UserContext, { query }) => {
    const { items, total } = await reviews.listReviews(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one of my reviews', answer: review, tagged: true },
  async (context: UserContext, { params }) => {
    const found = await reviews.getReview(context, params.id!);
    return single(found.review, found.version);
  },
);

export const save = endpoint(
  {
    summary: 'Save or submit one of my reviews',
    body: saveReviewInput,
    answer: review,
    versioned: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => {
    const saved = await reviews.saveReview(context, params.id!, body);
    return single(saved.review, saved.version);
  },
);

export const declare = endpoint(
  {
    summary: 'Declare whether I have a conflict of interest',
    body: declareInput,
    answer: review,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => declarations.declare(context, params.id!, body),
);

export const abstain = endpoint(
  {
    summary: 'Hand a review over to another judge',
    body: abstainInput,
    answer: review,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => declarations.abstain(context, params.id!, body),
);

export const viewDocument = endpoint(
  {
    summary: 'Show a document to a judge, on our own pages',
    produces: 'application/pdf',
    refuses: [409],
  },
  async (context: UserContext, { params, request: { raw } }) =>
    reading.viewDocument(context, { id: params.id!, kind: params.kind! }, readAsked(raw)),
);

export const hide = endpoint(
  {
    summary: 'Hide the comments of a review from the applicant',
    body: hideInput,
    answer: z.object({ id: z.string(), is_hidden: z.boolean() }),
    idempotent: true,
  },
  async (context: UserContext, { params, body }) => reading.hideReview(context, params.id!, body),
);

export const listVersions = endpoint(
  {
    summary: 'List all versions of a review',
    answer: z.array(reviewVersion),
    refuses: [409],
  },
  async (context: UserContext, { params }) => {
    const items = await reading.listVersions(context, params.id!);
    return listed(items, items.length);
  },
);

export const listOfRound = endpoint(
  {
    summary: 'List the reviews of an entry',
    query: entryReviewsQuery,
    answer: z.array(readReview),
    refuses: [409],
  },
  async (context: UserContext, { params, query }) => {
    const items = await reading.listEntryReviews(context, params.id!, query.proposal_id);
    return listed(items, items.length);
  },
);
