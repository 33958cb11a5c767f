import { dayOf, formatDate, formatMoment, formatShortMoment } from '#domain/dates.ts';
import {
  editableUntil,
  extendedUntil,
  wasEditableUntil,
  describeLastEdit,
  isOpen,
} from '#domain/programs/rules.ts';
import type { Decision } from '#domain/proposals/decision-rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';

export const ownLabels = {
  number: '#',
  submitted: 'Submitted',
  stage: 'Funding stage',
  stageToCome: 'Its funding stage has not been set yet.',
  standing: 'Progress',
  status: 'Status',
  deadline: 'Deadline',
  changes: 'Editing',
  actions: 'Actions',
  view: 'View',
  receiptTitle: 'Receipt',
  received: 'Received',
  completed: 'All documents received',
  receiptNumber: 'Receipt number',
  /** Shown under a heading that names the subject. */
  numberAlone: 'Number',
  copySent: 'We’re emailing a copy to',
  noReceipt: 'It was sent before there were receipts.',
  sendAgain: 'Resend confirmation',
  /** Before the address. */
  goesTo: 'We’ll send it to',
  sentTitle: 'We have your proposal',
  steps: { received: 'Received', read: 'Read', decision: 'Decision' },
  stepsLabel: 'Steps',
  decisionBy: 'Decision by',
  next: 'What happens next',
  noEditing: 'It can no longer be changed.',
  reason: 'Reason',
  edit: 'Edit',
  delete: 'Delete',
  answerUntil: 'Changes due by',
  lockedTitle: 'This proposal can no longer be changed',
  approvedHint: 'Approved',
  lockedApproved: 'Locked: approved',
  lockedWithdrawn: 'Withdrawn',
} as const;

export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'business_name', label: 'Business, A to Z' },
  { value: 'program', label: 'Program, A to Z' },
  { value: 'deadline_date', label: 'Deadline, earliest first' },
] as const;

const onlyRequested = (moment: string): string =>
  `You can edit only what we asked for, until ${moment}`;

const LOCKED = {
  withdrawn: ownLabels.lockedWithdrawn,
  proposal_approved: ownLabels.lockedApproved,
} as const;

/** Until when the owner may edit, or briefly why they no longer may. */
export function describeChanges(
  {
    locked,
    program,
    extended_until,
    open_request: request,
  }: Pick<ListedProposal, 'locked' | 'program' | 'extended_until' | 'open_request'>,
  now: Date,
): string {
  if (request && locked === 'deadline_passed')
    return onlyRequested(formatShortMoment(request.due_at));
  const deadline = new Date(extended_until ?? program.deadline_date);
  if (locked && locked !== 'deadline_passed') return LOCKED[locked];
  if (extended_until && isOpen(deadline, now)) return extendedUntil(formatMoment(extended_until));
  if (locked && !isOpen(deadline, now)) return PROPOSAL.deadlinePassed;
  const until = locked ? wasEditableUntil : editableUntil;
  return until(describeLastEdit(deadline, now)).replace(/\.$/, '');
}

/** The way of a proposal, as its applicant sees it. */
export const STEPS = ['received', 'read', 'decision'] as const;

/** The current step. `isRead`: somebody of the firm has read it. */
export function stepOf(decision: Decision, isRead: boolean): (typeof STEPS)[number] {
  if (decision !== 'undecided') return 'decision';
  return isRead ? 'read' : 'received';
}

/** The day by which the program says that it decides; undefined if there is none, or it is past. */
export const comingDecisionDay = (day: string | null | undefined, now: Date): string | undefined =>
  day && day >= dayOf(now) ? formatDate(day) : undefined;

/**
 * What the firm does next, and how and by when the applicant will be told. `deadline` as in the
 * API.
 */
export function describeNext(deadline: string, now: Date, decisionDay?: string): string {
  const reads = isOpen(new Date(deadline), now)
    ? `The program accepts proposals until ${formatMoment(deadline)}. Our team reviews every proposal.`
    : 'Our team reviews every proposal.';
  const told = `We’ll email you when there is a decision${decisionDay ? `, by ${decisionDay}` : ''}.`;
  return `${reads} ${told} You can also check here.`;
}

/** Until when the owner may edit, right after submitting; a sentence. */
export function describeEditing(
  proposal: Pick<ListedProposal, 'locked' | 'program' | 'extended_until'>,
  now: Date,
) {
  if (proposal.locked) return ownLabels.noEditing;
  const deadline = new Date(proposal.extended_until ?? proposal.program.deadline_date);
  return editableUntil(describeLastEdit(deadline, now));
}
