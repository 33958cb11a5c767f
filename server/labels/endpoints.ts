import { z } from 'zod';
import { createLabelInput, label, updateLabelInput } from '#domain/labels/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as labels from './service.ts';

export const list = endpoint(
  { summary: 'List labels', answer: z.array(label) },
  async (context: UserContext) => {
    const items = await labels.listLabels(context);
    return listed(items, items.length);
  },
);

export const create = endpoint(
  {
    summary: 'Create a label',
    body: createLabelInput,
    answer: label,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { body }) => labels.createLabel(context, body),
);

export const update = endpoint(
  { summary: 'Update a label', body: updateLabelInput, answer: label, versioned: true },
  async (context: UserContext, { params, body }) => {
    const { row } = await labels.updateLabel(context, params.id!, body);
    return single(labels.presentLabel(row), row.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a label and remove it from every proposal', versioned: true },
  async (context: UserContext, { params }) => {
    await labels.deleteLabel(context, params.id!);
    return nothing;
  },
);
