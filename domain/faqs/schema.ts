import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { listQuery, sortBy } from '../paging.ts';
import { requiredLines, requiredText } from '../text.ts';

const fields = {
  question: requiredText('a question', LENGTHS.question),
  answer: requiredLines('an answer', LENGTHS.answer),
};

export const createFaqInput = z.object(fields);

/** Fields that are not sent stay. */
export const updateFaqInput = z.partial(z.object(fields));

const FAQ_SORTS = ['created_at', 'question'] as const;

export const listFaqsQuery = z.extend(listQuery, { sort: sortBy(FAQ_SORTS, '-created_at') });

export const faq = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type CreateFaqInput = z.output<typeof createFaqInput>;
export type UpdateFaqInput = z.output<typeof updateFaqInput>;
export type ListFaqsQuery = z.output<typeof listFaqsQuery>;
export type Faq = z.output<typeof faq>;
