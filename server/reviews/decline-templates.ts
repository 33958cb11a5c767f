/** Reasons for declining: the firm's words, edited for each applicant. */
import { REVIEWS } from '#domain/constants.ts';
import { TEMPLATE } from '#domain/reviews/rules.ts';
import {
  createTemplateInput,
  declineTemplate,
  updateTemplateInput,
} from '#domain/reviews/schema.ts';
import { resource } from '../http/resource.ts';

export const declineTemplates = resource({
  path: '/proposals/admin/decline-templates',
  ...{ table: 'decline_templates', noun: 'templates', entity: 'template', order: ['title'] },
  says: {
    list: 'List decline reason templates',
    get: 'Get a decline reason template',
    create: 'Create a decline reason template',
    update: 'Update a decline reason template',
    remove: 'Delete a decline reason template',
  },
  ...{ item: declineTemplate, create: createTemplateInput, update: updateTemplateInput },
  missing: TEMPLATE.notFound,
  most: { count: REVIEWS.templates, code: 'conflict', sentence: TEMPLATE.tooMany },
});
