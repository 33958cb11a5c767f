/** Notes, saved views and templates: what admins store beside proposals. */
import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { listQuery, sortBy } from '../paging.ts';
import { blankableText, booleanText, requiredLines, requiredText } from '../text.ts';

/** Plain text; line breaks are preserved. */
export const noteInput = z.object({ text: requiredLines('a note', LENGTHS.note) });

export const listNotesQuery = z.object({
  skip: listQuery.shape.skip,
  limit: listQuery.shape.limit,
  sort: sortBy(['created_at'], '-created_at'),
});

export const note = z.object({
  id: z.string(),
  text: z.string(),
  /** Null once the account is deleted. */
  author: z.nullable(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});

const template = {
  title: requiredText('a title', LENGTHS.title),
  text: requiredLines('the reason', LENGTHS.reason),
};
export const createTemplateInput = z.object(template);
export const updateTemplateInput = z.partial(z.object(template));

export const declineTemplate = z.object({ id: z.string(), title: z.string(), text: z.string() });

export const createViewInput = z.object({
  name: requiredText('a name', LENGTHS.name),
  query: z.prefault(blankableText('the filters', LENGTHS.viewQuery), ''),
  is_shared: z.prefault(booleanText('others see the view'), false),
});

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
});

export type ListNotesQuery = z.output<typeof listNotesQuery>;
export type Note = z.output<typeof note>;
export type CreateTemplateInput = z.output<typeof createTemplateInput>;
export type UpdateTemplateInput = z.output<typeof updateTemplateInput>;
export type DeclineTemplate = z.output<typeof declineTemplate>;
export type CreateViewInput = z.output<typeof createViewInput>;
export type SavedView = z.output<typeof savedView>;
