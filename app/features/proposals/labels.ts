import { formatDateTime } from '#domain/dates.ts';
import { editableUntil } from '#domain/programs/messages.ts';
import { describeLastEdit, isOpen } from '#domain/programs/rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { ListedProposal } from '#domain/proposals/schema.ts';

export const proposalLabels = {
  listTitle: 'My Proposals',
  findProgram: 'See the open programs',
  back: 'Back to My Proposals',
  number: '#',
  businessName: 'Business name',
  program: 'Program',
  sector: 'Sector',
  submitted: 'Submitted',
  stage: 'Funding stage',
  standing: 'Where it stands',
  status: 'Status',
  deadline: 'Deadline',
  changes: 'Changes',
  actions: 'Actions',
  view: 'View',
  receiptTitle: 'Receipt',
  received: 'Received',
  completed: 'Documents complete',
  receiptNumber: 'Receipt number',
  copySent: 'A copy goes to',
  noReceipt: 'It was sent before there were receipts.',
  sendAgain: 'Send me the confirmation again',
  sentTitle: 'Your proposal has been received',
  next: 'What happens next',
  noEditing: 'It can no longer be changed.',
  reason: 'The reason',
  edit: 'Edit',
  delete: 'Delete',
  location: 'Business location',
  locationHint: 'Town and region where most of the work happens.',
  website: 'Website',
  description: 'Business description',
  descriptionHint:
    'What you sell, to whom, what you have reached so far, and what the money would change.',
  sectorHint: 'Comes from the program.',
  current: 'We have',
  submitTitle: 'Submit a proposal',
  submit: 'Submit proposal',
  editTitle: 'Edit proposal',
  save: 'Save changes',
  cancel: 'Cancel',
  applyBy: 'Apply by',
  total: 'Your files together',
  otherPrograms: 'See other programs',
  lockedTitle: 'This proposal can no longer be changed',
  approvedHint: 'Approved',
  appliedTitle: 'You have already applied to this program',
  openProposal: 'Open that proposal',
  saving: 'Saving your changes',
  gaveUp:
    'The connection broke several times. Everything you entered is still here: save it again when the line is better.',
} as const;

/** Newest first. */
export const DEFAULT_SORT = '-created_at';
export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'business_name', label: 'Business, A to Z' },
  { value: 'program', label: 'Program, A to Z' },
  { value: 'deadline_date', label: 'Deadline, earliest first' },
] as const;

/** `day` as in "22 November 2026". */
export const describeApplied = (business: string, day: string): string =>
  `“${business}” was sent on ${day}. A second proposal is a new one; the first one stays.`;
export const notPdf = (name: string): string =>
  `${name} is not a PDF file. Please save it as PDF and choose that file.`;
export const emptyFile = (name: string): string => `${name} is empty. Please choose another file.`;
export const tooLarge = (name: string, size: string, most: string): string =>
  `${name} has ${size}. At most ${most} can be sent. Please make it smaller, for example with smaller pictures.`;
export const unreadable = (name: string): string =>
  `${name} cannot be read any more. Please choose it again.`;
export const missingDocument = (label: string): string =>
  `Please choose the ${label} as a PDF file.`;

/** `limit` as in "20 MB". */
export const documentHint = (limit: string): string => `One PDF, at most ${limit}.`;
export const replaceHint = (limit: string): string =>
  `Only if you want to replace the file that we have. ${documentHint(limit)}`;

/** Until when the owner may edit, or briefly why they no longer may. */
export function describeChanges(
  { locked, program }: Pick<ListedProposal, 'locked' | 'program'>,
  now: Date,
): string {
  if (locked === 'deadline_passed') return PROPOSAL.deadlinePassed;
  if (locked) return proposalLabels.approvedHint;
  return editableUntil(describeLastEdit(new Date(program.deadline_date), now)).replace(/\.$/, '');
}

/** Shown below the button that sends it again. */
export const describeCopy = (email: string): string => `It goes to ${email}.`;

/** What the firm does next, and how the applicant learns of it. `deadline` as the API writes it. */
export function describeNext(deadline: string, now: Date): string {
  const reads = isOpen(new Date(deadline), now)
    ? `The program takes proposals until ${formatDateTime(deadline)}. The firm reads them and decides.`
    : 'The firm reads the proposals and decides.';
  return `${reads} You get a mail when the stage or the decision of yours changes, and it stands on this page.`;
}

/** Until when the owner may edit, right after sending; a sentence. */
export function describeEditing(proposal: Pick<ListedProposal, 'locked' | 'program'>, now: Date) {
  if (proposal.locked) return proposalLabels.noEditing;
  return editableUntil(describeLastEdit(new Date(proposal.program.deadline_date), now));
}
