/** Withdrawing a proposal once editing has locked: contract §13.4. */
import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { optionalLines } from '../text.ts';

export const WITHDRAWN = {
  already: 'This proposal has been withdrawn.',
  not: 'This proposal has not been withdrawn.',
  decided: 'This proposal has been decided, and the applicant was told. It can’t be withdrawn.',
  editingOpen: 'You can still edit and delete this proposal, so there is no need to withdraw it.',
  sealed:
    'The results of its round are sealed. It can be withdrawn only once they have been released.',
  pending:
    'A proposal of this round was withdrawn a moment ago. Wait until that can no longer be undone.',
  inRound:
    'A round has been sealed or opened without this proposal since it was withdrawn. It can’t be taken back.',
  undoOver: 'The time to undo this is over. Call us to take your withdrawal back.',
  reason: 'Give a reason of 10 to 2,000 characters. The applicant will see it.',
} as const;

/** Optional for the owner; an admin's has a minimum. */
export const withdrawalInput = z.object({
  reason: z.prefault(optionalLines('the reason', LENGTHS.reason), ''),
});
export type WithdrawalInput = z.output<typeof withdrawalInput>;

/** `by`: the applicant, or an admin in their place. */
export const withdrawal = z.object({
  at: z.string(),
  by: z.enum(['applicant', 'firm']),
  reason: z.nullable(z.string()),
});
