import * as z from 'zod/mini';
import { email } from '../accounts/schema.ts';
import { manyLines } from '../plain-text.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import { readText } from '../text.ts';
import { EXTENSION, EXTENSION_LIMITS } from './rules.ts';

export const extensionInput = z.object({
  email,
  /** As a program's deadline: a day alone means its end. */
  until: readText(readDeadline, EXTENSION.until),
  reason: z
    .string({ error: EXTENSION.reason })
    .check(
      z.overwrite(manyLines),
      z.minLength(EXTENSION_LIMITS.reasonMin, EXTENSION.reason),
      z.maxLength(EXTENSION_LIMITS.reasonMax, EXTENSION.reason),
    ),
});

export const extension = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  until: z.string(),
  reason: z.string(),
  created_at: z.string(),
  /** Null once the admin's account is deleted. */
  created_by: z.nullable(z.string()),
});

export type ExtensionInput = z.output<typeof extensionInput>;
export type Extension = z.output<typeof extension>;
