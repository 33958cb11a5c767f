import * as z from 'zod/mini';
import { requiredLines } from '../text.ts';
import { THREAD_LIMITS } from './rules.ts';

/** Plain text; line breaks are preserved. */
export const messageInput = z.object({
  text: requiredLines('a message', THREAD_LIMITS.textLength),
});

const MESSAGE_SIDES = ['firm', 'applicant'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

export const threadMessage = z.object({
  id: z.string(),
  at: z.string(),
  from: z.enum(MESSAGE_SIDES),
  /** For applicants, the firm's messages are the firm's. */
  author: z.string(),
  text: z.string(),
  /** When the other side first read it. */
  read_at: z.nullable(z.string()),
});

export type ThreadMessage = z.output<typeof threadMessage>;
