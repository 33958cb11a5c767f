import { z } from 'zod';
import {
  createMailTemplateInput,
  mailTemplate,
  updateMailTemplateInput,
} from '#domain/mailings/template-schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import * as templates from './template-service.ts';

export const list = endpoint(
  { summary: 'List email templates for mailings and decisions', answer: z.array(mailTemplate) },
  async (context: UserContext) => {
    const items = await templates.listTemplates(context);
    return listed(items, items.length);
  },
);

export const get = endpoint(
  { summary: 'Get an email template', answer: mailTemplate, tagged: true },
  async (context: UserContext, { params }) => {
    const { template, version } = await templates.getTemplate(context, params.id!);
    return single(template, version);
  },
);

export const create = endpoint(
  {
    summary: 'Create an email template',
    body: createMailTemplateInput,
    answer: mailTemplate,
    status: 201,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { body }) => templates.createTemplate(context, body),
);

export const update = endpoint(
  {
    summary: 'Update an email template',
    body: updateMailTemplateInput,
    answer: mailTemplate,
    versioned: true,
  },
  async (context: UserContext, { params, body }) => {
    const { template, version } = await templates.updateTemplate(context, params.id!, body);
    return single(template, version);
  },
);

export const remove = endpoint(
  { summary: 'Delete an email template', versioned: true },
  async (context: UserContext, { params }) => {
    await templates.deleteTemplate(context, params.id!);
    return nothing;
  },
);
