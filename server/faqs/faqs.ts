import { FAQ, FAQ_RULES } from '#domain/faqs/rules.ts';
import { createFaqInput, faq, listFaqsQuery, updateFaqInput } from '#domain/faqs/schema.ts';
import { resource } from '../http/resource.ts';

export const faqs = resource({
  path: '/faqs/',
  ...{ table: 'faqs', noun: 'faqs', entity: 'faq', topic: 'public' },
  says: {
    list: 'List FAQs',
    get: 'Get one FAQ',
    create: 'Create an FAQ',
    update: 'Update an FAQ',
    remove: 'Delete an FAQ',
  },
  ...{ item: faq, create: createFaqInput, update: updateFaqInput, query: listFaqsQuery },
  searched: ['question', 'answer'],
  missing: FAQ_RULES.notFound,
  refusals: { create: FAQ.createFailed, update: FAQ.updateFailed },
});
