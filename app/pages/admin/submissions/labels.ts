import { formatTotal } from '#domain/pages.ts';

/** Labels of the list of submissions, except its rows. */
export const listDeskLabels = {
  quick: 'Quick filters',
  unread: 'Unread',
  changed: 'Changed since read',
  mine: 'Mine',
  undecided: 'Not decided',
  approved: 'Approved',
  declined: 'Declined',
  flagged: 'Flagged',
  unreadMessages: 'New messages',
  openRequests: 'Changes requested',
  unannounced: 'Not announced',
  duplicates: 'Possible duplicates',
  duplicate: 'Possible duplicate',
  several: 'Several by one person',
  receipt: 'Receipt number',
  askedUntil: 'Changes due by',
  columns: 'Columns',
  columnsHint: 'Saved on this device.',
  columnsFull: 'At most 8 columns fit beside the business.',
  usualColumns: 'Default columns',
  views: 'Saved views',
  noViews: 'No saved views. Set your filters, then save them here.',
  viewName: 'Name',
  viewShared: 'Visible to all admins',
  saveView: 'Save this view',
  shared: 'shared',
  deleteView: 'Delete view',
  viewSaved: 'View saved.',
  viewDeleted: 'View deleted.',
  viewFailed: 'The view could not be saved. Check your connection and try again.',
  viewsFailed: 'The saved views could not be loaded.',
  more: 'More',
  exportWhole: 'Export every field',
  downloadDocuments: 'Download documents (ZIP)',
  write: 'Write to applicants',
  templates: 'Reasons for declining',
  mailTemplates: 'Email templates',
  labels: 'Labels',
  selection: 'Selection',
  clear: 'Clear selection',
  exportSelected: 'Export',
  documentsSelected: 'Documents as ZIP',
  approve: 'Approve',
  decline: 'Decline',
  takeBack: 'Reverse decision',
  stage: 'Set stage',
  assign: 'Assign',
  share: 'Assign evenly',
  flag: 'Flag',
  label: 'Change labels',
} as const;

const figure = (count: number): string => count.toLocaleString('en-GB');

/** How many proposals its applicant has in its program. */
export const describeSeveral = (count: number): string => `${figure(count)} by this person`;

export const describeSelected = (count: number): string => `${figure(count)} selected`;
export const selectAll = (total: number): string => `Select all ${formatTotal(total)} that match`;
export const fewerForFiles = (most: number): string =>
  `You can download the files of up to ${figure(most)} selected rows.`;
const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Which part of the list goes into the file. */
export const describeDownload = (total: number, isFiltered: boolean): string => {
  const noun = total === 1 ? 'submission' : 'submissions';
  return isFiltered
    ? `${capitalized(formatTotal(total))} ${noun} that match`
    : `All ${figure(total)} ${noun}`;
};
/** The selected rows that go into the file. */
export const describeChosen = (count: number): string =>
  `${figure(count)} selected ${count === 1 ? 'submission' : 'submissions'}`;
