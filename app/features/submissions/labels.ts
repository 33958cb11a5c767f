import { formatDecision, type Standing } from '#domain/proposals/decision-rules.ts';
import { formatApproval } from '#domain/proposals/rules.ts';

export const submissionLabels = {
  title: 'Submissions',
  caption: 'Submissions',
  searchHint: 'Business, applicant or place',
  clear: 'Clear search and filters',
  program: 'Program',
  sector: 'Sector',
  from: 'From date',
  to: 'To date',
  stage: 'Funding stage',
  status: 'Status',
  region: 'Region',
  business: 'Business',
  applicant: 'Applicant',
  submitted: 'Submitted',
  exportExcel: 'Export Excel',
  export: 'Export CSV',
  csv: 'CSV',
  exportFailed: 'The export could not be downloaded. Check your connection and try again.',
  toPrograms: 'See the programs',
  assignee: 'Assigned to',
  decider: 'Decided by',
  me: 'Me',
  nobody: 'Nobody',
  label: 'Label',
  flag: 'Flag',
  flagged: 'Flagged',
  unread: 'unread',
  changed: 'changed since you read it',
  location: 'Location',
  templatesFailed: 'The reasons could not be loaded.',
  templateFailed: 'The reason could not be saved. Check your connection and try again.',
  deadline: 'Deadline',
} as const;

/** The specification's word for what is not approved follows what it is. */
export const formatStatus = (decision: Standing): string =>
  decision === 'approved' || decision === 'withdrawn'
    ? formatDecision(decision)
    : `${formatDecision(decision)} (${formatApproval(false)})`;

export const SORT_LABELS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'business_name', label: 'Business, A to Z' },
  { value: 'applicant', label: 'Applicant, A to Z' },
  { value: 'program', label: 'Program, A to Z' },
  { value: 'region', label: 'Region, A to Z' },
  { value: 'deadline_date', label: 'Deadline, earliest first' },
] as const;

const figure = (count: number) => count.toLocaleString('en-GB');

export function describeTotal(total: number, isFiltered: boolean): string {
  const noun = total === 1 ? 'submission' : 'submissions';
  if (!isFiltered) return `${figure(total)} ${noun}`;
  return `${figure(total)} ${noun} ${total === 1 ? 'matches' : 'match'}`;
}

/** A filter option, with the number of matches if it is known. */
export const withCount = (label: string, count: number | undefined): string =>
  count === undefined ? label : `${label} (${figure(count)})`;

/** Reasons for declining that all admins share. */
export const reasonLabels = {
  title: 'Reasons for declining',
  lead: 'Templates you can start from. Editing one doesn’t change reasons already sent.',
  create: 'Add a reason',
  texts: 'Email templates',
  back: 'All submissions',
  none: 'No reasons yet. Add the first one.',
  name: 'Title',
  nameHint: 'Only admins see it.',
  text: 'Reason',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Reason saved.',
  deleted: 'Reason deleted.',
  deleteQuestion: 'Decisions already made with it do not change.',
  edit: 'Edit a reason',
} as const;
