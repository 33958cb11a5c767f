import * as z from 'zod/mini';
import { filter, listQuery, sortBy } from '../paging.ts';
import { MAIL_RULES } from './messages.ts';

/** `failed`: given up, until an admin has it sent again. */
const MAIL_STATES = ['queued', 'sent', 'failed'] as const;

export const listMailsQuery = z.extend(listQuery, {
  /** `unsent`: queued or failed. */
  state: filter(z.enum([...MAIL_STATES, 'unsent'], { error: MAIL_RULES.state })),
  sort: sortBy(['created_at'], '-created_at'),
});

/** Without its text, which may be confidential. */
export const mail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  tries: z.number(),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  /** Null unless it is queued. */
  next_try_at: z.nullable(z.string()),
  /** It has failed, and its text still exists. */
  can_retry: z.boolean(),
});

/** With its text: null once it was sent, and for one with a code or an invitation in it. */
export const singleMail = z.extend(mail, { text: z.nullable(z.string()) });

export type ListMailsQuery = z.output<typeof listMailsQuery>;
export type Mail = z.output<typeof mail>;
export type SingleMail = z.output<typeof singleMail>;
