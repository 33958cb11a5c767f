/** Endpoints for many proposals at once: counts, and one change to all of them. */
import { bulkResponse, bulkInput, undoResponse } from '#domain/reviews/bulk-schema.ts';
import { proposalSummary, summaryFilters } from '#domain/reviews/summary-schema.ts';
import type { UserContext } from '../context.ts';
import { nestDotted } from '../http/dotted-names.ts';
import { endpoint } from '../http/endpoint.ts';
import { changeMany } from './bulk-service.ts';
import { summarize } from './summary.ts';
import { undoRun } from './undo-service.ts';

export const summary = endpoint(
  {
    summary: 'Count proposals by field, with the filters of the list',
    query: summaryFilters,
    answer: proposalSummary,
  },
  async (context: UserContext, { query }) => ({ body: await summarize(context, query) }),
);

function withNested({ filter }: { filter?: unknown }) {
  const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return isObject ? { filter: nestDotted(filter as Record<string, unknown>) } : {};
}

export const bulk = endpoint(
  {
    summary: 'Update up to 2,000 proposals at once, or preview the effect',
    // A filter names answers as a query does.
    prepare: async (_context: UserContext, body) => ({ ...body, ...withNested(body) }),
    body: bulkInput,
    answer: bulkResponse,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { body }) => changeMany(context, body),
);

export const undo = endpoint(
  {
    summary: 'Undo the decisions and stages of a bulk change before anyone is told',
    answer: undoResponse,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params }) => undoRun(context, params.run_id!),
);
