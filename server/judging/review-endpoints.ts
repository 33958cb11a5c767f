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
import { listed } from '../http/endpoint.ts';
import { readAsked } from '../proposals/documents.ts';
import * as declarations from './declaration-service.ts';
import * as reading from './reading-service.ts';
import * as reviews from './review-service.ts';
import { calls, call, list, reply, tagged } from '../http/calls.ts';

export const judgeReviewsCalls = calls({
  'GET /rounds/{id}/reviews': call(
    'judging.readAll',
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
  ),
  'GET /reviews/': list('judging.list', 'List my reviews', review, {
    query: listReviewsQuery,
    run: reviews.listReviews,
  }),
  'GET /reviews/{id}': tagged('judging.get', 'Get one of my reviews', {
    answer: review,
    tagged: true,
    of: 'review',
    run: reviews.getReview,
  }),
  'PUT /reviews/{id}': tagged('judging.save', 'Save or submit one of my reviews', {
    body: saveReviewInput,
    answer: review,
    versioned: true,
    refuses: [409],
    of: 'review',
    run: reviews.saveReview,
  }),
  'POST /reviews/{id}/declare': reply(
    'judging.save',
    'Declare whether I have a conflict of interest',
    {
      body: declareInput,
      answer: review,
      idempotent: true,
      refuses: [409],
      run: declarations.declare,
    },
  ),
  'POST /reviews/{id}/abstain': reply('judging.save', 'Hand a review over to another judge', {
    body: abstainInput,
    answer: review,
    idempotent: true,
    refuses: [409],
    run: declarations.abstain,
  }),
  'GET /reviews/{id}/documents/{kind}/view': call(
    'judging.get',
    {
      summary: 'Show a document to a judge, on our own pages',
      produces: 'application/pdf',
      refuses: [409],
    },
    async (context: UserContext, { params, request: { raw } }) =>
      reading.viewDocument(context, { id: params.id!, kind: params.kind! }, readAsked(raw)),
  ),
  'POST /reviews/{id}/hide': reply(
    'judging.hide',
    'Hide the comments of a review from the applicant',
    {
      body: hideInput,
      answer: z.object({ id: z.string(), is_hidden: z.boolean() }),
      idempotent: true,
      run: reading.hideReview,
    },
  ),
  'GET /reviews/{id}/versions': list(
    'judging.versions',
    'List all versions of a review',
    reviewVersion,
    { refuses: [409], run: reading.listVersions },
  ),
});
