import { ARCHIVES, LENGTHS, PROPOSALS } from '../constants.ts';
import { PROGRAM } from '../programs/rules.ts';

/** spec §8.9, word for word. */
export const PROPOSAL = {
  submitted: 'Proposal submitted successfully!',
  submitFailed: 'Failed to submit proposal. Try again.',
  updated: 'Proposal updated successfully!',
  updateFailed: 'Failed to update proposal.',
  deleted: 'Proposal deleted successfully',
  deleteFailed: 'Failed to delete proposal',
  error: 'An error occurred',
  unknownError: 'An unknown error occurred',
  none: 'No proposals found.',
  noMatch: 'No submissions match your search or filters.',
  notFound: 'Proposal not found.',
  missingFiles: 'Missing required files or program ID.',
  deadlinePassed: 'Deadline has passed',
  confirmDelete: 'Are you sure you want to delete this proposal?',
} as const;

export const DOCUMENTS = {
  noUrl: 'Presigned URL not found in response',
  generated: 'Download link generated!',
  failed: 'Failed to retrieve file link',
  error: 'An error occurred while fetching document link',
  expired: 'The download link has expired. Please request a new one.',
} as const;

/** About a submission that still waits for its documents. */
export const WITHDRAWAL = {
  question: 'The receipt will no longer count, and your answers and documents will be deleted.',
  /** After the deadline. */
  never: 'The deadline has passed, so you can’t apply again.',
  /** `moment` as in "12 December 2026 at 17:00 GMT". */
  again: (moment: string) => `You can apply again until ${moment}.`,
  /** Beside the specification's question: what goes with a proposal. */
  proposal:
    'Your answers, both documents and all messages will be deleted, and its receipt will no longer count.',
  done: 'Your submission has been withdrawn.',
} as const;

export const PROPOSAL_RULES = {
  approved: 'This proposal has been approved, so it can no longer be changed.',
  tooMany: `You’ve reached the limit of ${PROPOSALS.perApplicant} proposals. Delete one to submit another.`,
  stage: 'Choose a funding stage.',
  programGone: PROGRAM.notFound,
  linkInvalid: 'This download link is not valid.',
  foreignViewer: 'Documents are shown on our own pages only.',
} as const;

/** What an archive says about documents that it does not contain. */
export const ARCHIVE_RULES = {
  ids: 'Give the ids of the proposals, with commas between them.',
  tooMany: `At most ${ARCHIVES.chosen} proposals can be chosen by their ids.`,
} as const;

/** What only the server says of an archive. */
export const ARCHIVE_WORDS = {
  busy: 'You are already downloading an archive of documents. Wait until it is complete.',
  heading: 'These documents are missing from this archive, or incomplete:',
  missing: 'its file is not there',
  altered: 'its file could not be read as it was received',
  checking: 'it is still being checked for viruses',
  infected: 'a virus was found in it',
} as const;

/** Why another proposal is shown as similar, so that a person can check whether it is the same. */
export const SIMILAR = {
  sameDocument: (label: string, other: string) =>
    label === other
      ? `Both proposals have the same ${label} file.`
      : `The same file is this proposal’s ${label} and the other one’s ${other}.`,
  samePhone: (phone: string) => `Another applicant has the same phone number, ${phone}.`,
  sameName: 'The business has the same name.',
  nearName: 'The business has nearly the same name.',
} as const;

export const REVIEW_RULES = {
  released: 'The results of its round are released. Correct it alone, with a public reason.',
  correctionReason: 'Say publicly why this is corrected, in 10 to 2,000 characters.',
  textAlone: 'Your own message can go out only with an approval or a correction.',
  stillEditable:
    'The applicant can still edit this proposal. You can decide once editing has closed.',
  decision: 'Choose undecided, approved or declined.',
  standing: 'Choose undecided, approved, declined or withdrawn.',
  reasonMissing: 'Give a reason for declining. The applicant will see it.',
  reasonShort: `A reason needs at least ${LENGTHS.reasonMinimum} characters.`,
  reasonAlone: 'A reason can be given only when the proposal is declined.',
  contradiction: 'The decision and the approval contradict each other. Send only one.',
  assignee: 'Choose an active admin, or nobody.',
  assigneeGone:
    'This person is not an active admin, so no proposal can be assigned to them. Choose somebody else.',
  applicant: 'Give the id of an applicant.',
  day: 'Give a date such as 2026-11-22.',
} as const;

/** Why a stored file cannot be downloaded; `label` as below. */
export const DOCUMENT_REFUSALS = {
  checking: (label: string) =>
    `The ${label} file is still being checked for viruses. Try again in a few minutes.`,
  infected: (label: string) =>
    `A virus was found in the ${label} file, so nobody can download it. To replace it, edit the proposal and choose another file.`,
} as const;

/** Why a file is refused; `label` says which one, as in "pitch deck". */
export const FILE_REFUSALS = {
  empty: (label: string) => `The ${label} file is empty. Choose a PDF file.`,
  not_pdf: (label: string) =>
    `The ${label} file isn’t a PDF. Save it as a PDF and choose that file.`,
  truncated: (label: string) =>
    `The ${label} file is incomplete: its end is missing. Save or download it again.`,
  encrypted: (label: string) =>
    `The ${label} file is encrypted: it asks for a password. Save it without a password, or print it to a new PDF, and choose that file.`,
  unreadable: (label: string) =>
    `The ${label} file is damaged, so it cannot be opened. Save it again as a PDF.`,
} as const;
