/** The firm's own texts for mailings, approvals and corrections: edited for whoever gets them. */
import { MAIL_TEMPLATE } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import {
  createMailTemplateInput,
  mailTemplate,
  updateMailTemplateInput,
} from '#domain/mailings/template-schema.ts';
import { invalid } from '#domain/problem.ts';
import { resource } from '../http/resource.ts';

export const mailTemplates = resource({
  path: '/mail-templates/',
  ...{ table: 'mail_templates', noun: 'mailTemplates', entity: 'mailTemplate', order: ['name'] },
  says: {
    list: 'List email templates for mailings and decisions',
    get: 'Get an email template',
    create: 'Create an email template',
    update: 'Update an email template',
    remove: 'Delete an email template',
  },
  ...{ item: mailTemplate, create: createMailTemplateInput, update: updateMailTemplateInput },
  missing: MAIL_TEMPLATE.notFound,
  most: { count: MAILINGS.templates, code: 'conflict', sentence: MAIL_TEMPLATE.tooMany },
  isIdempotent: true,
  // Mails about a decision have subjects of their own.
  complete: ({ kind, subject }) => {
    if (kind === 'mailing' && subject === '') throw invalid({ subject: MAIL_TEMPLATE.subject });
    return {};
  },
});
