/** Apart from the other schemas of judges, because choosing a password loads the known ones. */
import * as z from 'zod/mini';
import { newPassword } from '../accounts/passwords/schema.ts';
import { JUDGE } from './messages.ts';
import { acceptance } from './schema.ts';

/** Declining needs nothing else; accepting needs a password and consent. */
export const answerInvitationInput = z
  .object({
    accept: z.boolean({ error: JUDGE.mustAnswer }),
    agrees: z.optional(z.unknown()),
    password: z.optional(newPassword),
    ...acceptance,
  })
  .check(
    z.refine(({ accept, agrees }) => !accept || agrees === true, {
      path: ['agrees'],
      error: JUDGE.mustAgree,
    }),
    z.refine(({ accept, password }) => !accept || password !== undefined, {
      path: ['password'],
      error: JUDGE.noPassword,
    }),
  );

export type AnswerInvitationInput = z.output<typeof answerInvitationInput>;
