import { editableUntil } from '#domain/programs/messages.ts';
import { describeLastEdit } from '#domain/programs/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';
import { proposalLabels } from './labels.ts';

/** Until when the owner may edit, or in a word or two why no longer. */
export function describeChanges(
  { locked, program }: Pick<ListedProposal, 'locked' | 'program'>,
  now: Date,
): string {
  if (locked === 'deadline_passed') return PROPOSAL.deadlinePassed;
  if (locked) return proposalLabels.approvedHint;
  return editableUntil(describeLastEdit(new Date(program.deadline_date), now)).replace(/\.$/, '');
}
