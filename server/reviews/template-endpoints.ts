import { z } from 'zod';
import {
  createTemplateInput,
  declineTemplate,
  updateTemplateInput,
} from '#domain/reviews/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as templates from './template-service.ts';

export const list = endpoint(
  { summary: 'List decline reason templates', answer: z.array(declineTemplate) },
  async (context: UserContext) => {
    const items = await templates.listTemplates(context);
    return listed(items, items.length);
  },
);

export const get = endpoint(
  { summary: 'Get a decline reason template', answer: declineTemplate, versioned: true },
  async (context: UserContext, { params }) => {
    const { template, version } = await templates.getTemplate(context, params.id!);
    return single(template, version);
  },
);

export const create = endpoint(
  {
    summary: 'Create a decline reason template',
    body: createTemplateInput,
    answer: declineTemplate,
    status: 201,
    refuses: [409],
  },
  async (context: UserContext, { body }) => {
    const created = await templates.createTemplate(context, body);
    return single(created.template, created.version, 201);
  },
);

export const update = endpoint(
  {
    summary: 'Update a decline reason template',
    body: updateTemplateInput,
    answer: declineTemplate,
    versioned: true,
  },
  async (context: UserContext, { params, body }) => {
    const updated = await templates.updateTemplate(context, params.id!, body);
    return single(updated.template, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete a decline reason template', versioned: true },
  async (context: UserContext, { params }) => {
    await templates.deleteTemplate(context, params.id!);
    return nothing;
  },
);
