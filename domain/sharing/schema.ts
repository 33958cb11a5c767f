import * as z from 'zod/mini';
import { email } from '../accounts/schema.ts';
import { MEMBERS as LIMITS } from '../constants.ts';
import { MEMBERS } from '../members/rules.ts';
import { member, personName } from '../members/schema.ts';
import { requiredLines } from '../text.ts';

export const inviteInput = z.object({ email });

export const invitation = z.object({
  from: z.string(),
  program_title: z.string(),
  email: z.string(),
  expires_at: z.string(),
});

export const accepted = z.object({
  draft_id: z.nullable(z.string()),
  proposal_id: z.nullable(z.string()),
});

const memberId = z
  .string({ error: MEMBERS.chooseMember })
  .check(z.minLength(1, MEMBERS.chooseMember));

export const handOverInput = z.object({ member_id: memberId });

const reason = requiredLines('the reason', LIMITS.reason, MEMBERS.reason).check(
  z.minLength(LIMITS.reasonMinimum, MEMBERS.reason),
);

/** By an owner to a member, or by an admin to any applicant. */
export const giveInput = z.object({
  member_id: z.optional(memberId),
  email: z.optional(email),
  reason: z.optional(reason),
});

export const handedOver = z.object({ owner: personName, members: z.array(member) });

export type InviteInput = z.output<typeof inviteInput>;
/** What an owner sends is a part of it. */
export type GiveInput = z.output<typeof giveInput>;
