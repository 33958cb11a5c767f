/** Endpoints for many proposals at once: counts, and one change to all of them. */
import { bulkAnswer, bulkInput } from '#domain/reviews/bulk-schema.ts';
import { proposalSummary, summaryFilters } from '#domain/reviews/summary-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint } from '../http/endpoint.ts';
import { changeMany } from './bulk-service.ts';
import { summarize } from './summary-service.ts';

export const summary = endpoint(
  {
    summary: 'Count proposals by their fields, for the same filters as the list',
    query: summaryFilters,
    answer: proposalSummary,
  },
  async (context: UserContext, { query }) => ({ body: await summarize(context, query) }),
);

export const bulk = endpoint(
  {
    summary: 'Change up to 2,000 proposals at once, or preview what that would do',
    body: bulkInput,
    answer: bulkAnswer,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { body }) => changeMany(context, body),
);
