import { formatMoment, formatShortMoment } from '#domain/dates.ts';
import { describeDeadline, isOpen } from '#domain/programs/rules.ts';
import { WITHDRAWAL } from '#domain/proposals/messages.ts';
import { paths } from '#app/paths.ts';
import type { Draft, DraftDocument } from '#domain/drafts/schema.ts';
import { joinFacts } from '#app/ui/join-facts.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';

/** Labels of the lists of drafts and of refused attempts. */
export const draftLabels = {
  title: 'Not submitted yet',
  failed: 'Your drafts could not be loaded.',
  continue: 'Continue',
  sendDocuments: 'Upload the documents',
  all: (count: number): string => `See all ${count}`,
  more: (count: number): string => `${count} more`,
  draft: 'Draft',
  ready: 'Ready to submit',
  waiting: 'Waiting for documents',
  closed: 'Closed',
  complete: 'Everything is complete. Check it and submit.',
  closedText:
    'The program has closed, so you can no longer submit this. You can still read and copy what you wrote.',
  receipt: 'Receipt',
  saved: 'Saved',
  attemptsTitle: 'Not accepted',
  attemptsLead: 'Submissions that were refused, with the reason. None of them counts.',
  continueDraft: 'Continue your draft',
  applied: 'You have applied',
  viewProposal: 'View your proposal',
  deleteQuestion: 'Your answers and documents for this program will be deleted.',
  deleted: 'The draft has been deleted.',
  sharedBy: ({ first_name, last_name }: Draft['owner']) => `Shared by ${first_name} ${last_name}`,
  deleteFailed: 'It could not be deleted. Try again.',
  withdrawn: WITHDRAWAL.done,
  kinds: { pitch_deck: 'Pitch deck', financials: 'Financials' },
} as const;

/** What a withdrawal costs: after the deadline, nobody can apply again. `deadline`: one's own. */
export const describeWithdrawal = (deadline: string, now: Date): string =>
  [
    WITHDRAWAL.question,
    isOpen(new Date(deadline), now) ? WITHDRAWAL.again(formatMoment(deadline)) : WITHDRAWAL.never,
  ].join(' ');

/** Where a draft goes on: one that lacks nothing, at the check. */
export const pathOf = (draft: Draft): string => {
  const { id, program_id: programId, missing, submitting, my_role: role } = draft;
  const form =
    role === 'member' ? paths.sharedDraft({ draftId: id }) : paths.submitProposal({ programId });
  return missing.length === 0 && !submitting ? `${form}&step=check` : form;
};

/** For screen readers, which announce the button without its row. */
export const continueLabel = (action: string, program: string): string => `${action}: ${program}`;

/** `deadline` as in the API. */
export function describeEnd(deadline: string, now: Date): string {
  const [end, last] = [formatShortMoment(deadline), new Date(deadline)];
  if (!isOpen(last, now)) return `Closed ${end}`;
  return `Closes ${end}, ${describeDeadline(last, now).toLowerCase()}`;
}

/** "3 missing · 10 days left" */
export const describeBriefly = (draft: Draft, now: Date): string =>
  joinFacts(
    draft.missing.length > 0 && `${draft.missing.length} missing`,
    describeDeadline(new Date(draft.extended_until ?? draft.deadline_date), now),
    draft.my_role === 'member' && draftLabels.sharedBy(draft.owner),
  );

/** For a submission that has been received: until when the missing documents must arrive. */
export const describeWaiting = (receivedAt: string, until: string | undefined): string =>
  `Received ${formatShortMoment(receivedAt)}.${until ? ` The documents must arrive by ${formatShortMoment(until)}, or your proposal does not count.` : ''}`;

/** "ready", "2.1 MB of 5 MB sent": completes the name of a document. */
export function describeDocument(document: DraftDocument | null): string {
  if (!document) return 'not chosen';
  const { state, size, received, message } = document;
  if (state === 'uploading') return `${formatBytes(received)} of ${formatBytes(size)} uploaded`;
  if (state === 'checking') return 'being checked';
  return state === 'ready' ? `ready, ${formatBytes(size)}` : (message ?? 'refused');
}
