export const announcingLabels = {
  title: 'Announce the decisions',
  lead: 'Until you do, applicants are not told about decisions or stages.',
  loading: 'Counting who would be told',
  loadFailed: 'The preview could not be loaded.',
  failed: 'The decisions could not be announced. Check your connection and try again.',
  approved: 'Approved',
  declined: 'Declined',
  undecided: 'Not decided',
  emails: 'Emails',
  nothing: 'There is nothing new to announce.',
  now: 'Announce now',
  question: 'Announce all decisions now?',
  forGood: 'Everyone is told at the same time. This cannot be undone.',
  announced: 'The decisions have been announced.',
  at: 'Announce at (GMT)',
  atHint: 'Within the next 60 days. You can cancel it until then.',
  plan: 'Schedule the announcement',
  planned: 'The announcement is scheduled.',
  takeBack: 'Cancel the announcement',
  takenBack: 'The scheduled announcement is cancelled.',
} as const;

const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;

export const describeApproved = (total: number): string =>
  `${count(total, 'applicant', 'applicants')} will be told that the proposal is approved.`;
export const describeDeclined = (total: number): string =>
  `${count(total, 'applicant', 'applicants')} will be told that the proposal is declined, and why.`;
export const describeUndecided = (total: number): string =>
  `${count(total, 'proposal is', 'proposals are')} not decided yet.`;
export const describeEmails = (total: number): string =>
  `${total.toLocaleString('en-GB')} will be sent, including for changed stages and decisions reversed.`;
export const describePlan = (moment: string): string =>
  `All decisions made by then are announced on ${moment} GMT.`;
