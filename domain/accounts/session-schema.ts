import * as z from 'zod/mini';
import { MEMBERS } from '../members/rules.ts';
import { CLOSING } from './session-messages.ts';

/** What others work on goes too; left out, it is refused. */
export const shared = z.optional(z.literal('delete', { error: MEMBERS.sharedWord }));

export const session = z.object({
  id: z.string(),
  /** In plain words, such as "Chrome on Android". */
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
  is_current: z.boolean(),
});

export const closeAccountInput = z.object({
  password: z
    .string({ error: CLOSING.missingPassword })
    .check(z.minLength(1, CLOSING.missingPassword), z.maxLength(1000)),
  shared,
});

export type CloseAccountInput = z.output<typeof closeAccountInput>;
export type Session = z.output<typeof session>;
