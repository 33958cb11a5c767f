import * as z from 'zod/mini';
import { MEMBER_STATES, ROLES_IN } from './rules.ts';

/**
 * Names once accepted; the address that was invited, for owner and admins, who see the account's
 * once accepted.
 */
export const member = z.object({
  id: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  state: z.enum(MEMBER_STATES),
  /** Until when the link can be used; null once it was. */
  expires_at: z.nullable(z.string()),
});
export type Member = z.output<typeof member>;

export const personName = z.object({ first_name: z.string(), last_name: z.string() });

export const roleIn = z.enum(ROLES_IN);
