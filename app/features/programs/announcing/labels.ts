export const announcingLabels = {
  toRounds: 'See the rounds',
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
  planQuestion: (moment: string) => `Announce the decisions on ${moment} GMT?`,
  planText: 'These are the numbers as of now. Decisions made until then are announced with them.',
  stillOpen: (deadline: string) =>
    `The program is still open until ${deadline} GMT. Nothing can be decided before editing has locked.`,
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
  total === 0
    ? 'Every proposal is decided.'
    : `${count(total, 'proposal is', 'proposals are')} not decided yet. ${total === 1 ? 'Its applicant is' : 'Their applicants are'} told nothing.`;
export const describeEmails = (total: number): string =>
  `${total.toLocaleString('en-GB')} will be sent, including for changed stages and decisions reversed.`;
export const describePlan = (moment: string): string =>
  `All decisions made by then are announced on ${moment} GMT.`;
