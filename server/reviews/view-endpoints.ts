import { z } from 'zod';
import { createViewInput, savedView } from '#domain/reviews/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing } from '../http/endpoint.ts';
import * as views from './view-service.ts';

export const list = endpoint(
  { summary: 'List your saved views and shared ones', answer: z.array(savedView) },
  async (context: UserContext) => {
    const items = await views.listViews(context);
    return listed(items, items.length);
  },
);

export const create = endpoint(
  {
    summary: 'Save a view under a name',
    body: createViewInput,
    answer: savedView,
    status: 201,
    refuses: [409],
  },
  async (context: UserContext, { body }) => ({
    status: 201,
    body: await views.createView(context, body),
  }),
);

export const remove = endpoint(
  { summary: 'Delete a saved view of yours' },
  async (context: UserContext, { params }) => {
    await views.deleteView(context, params.id!);
    return nothing;
  },
);
