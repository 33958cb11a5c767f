export const announcingLabels = {
  title: 'Announce the decisions',
  lead: 'Applicants hear of nothing before that: not of decisions, and not of stages.',
  loading: 'Counting who would be told',
  loadFailed: 'Could not load who would be told.',
  failed: 'Could not announce. Check your network and try again.',
  approved: 'Approved',
  declined: 'Declined',
  undecided: 'Not decided',
  emails: 'Emails',
  nothing: 'There is nothing new to announce.',
  now: 'Announce now',
  question: 'Announce all decisions now?',
  forGood: 'Everybody is told at the same time. This cannot be undone.',
  announced: 'The decisions have been announced.',
  at: 'Announce at (GMT)',
  atHint: 'Within the next 60 days. Until then you can take the plan back.',
  plan: 'Plan the announcement',
  planned: 'The announcement is planned.',
  takeBack: 'Take the plan back',
  takenBack: 'The plan has been taken back.',
} as const;

const count = (total: number, one: string, many: string): string =>
  `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;

export const describeApproved = (total: number): string =>
  `${count(total, 'applicant reads', 'applicants read')} that the proposal is approved.`;
export const describeDeclined = (total: number): string =>
  `${count(total, 'applicant reads', 'applicants read')} that the proposal is declined, and why.`;
export const describeUndecided = (total: number): string =>
  `${count(total, 'proposal stays', 'proposals stay')} undecided.`;
export const describeEmails = (total: number): string =>
  `${count(total, 'is', 'are')} sent, also where a stage has changed or a decision was taken back.`;
export const describePlan = (moment: string): string =>
  `All decisions made by then are announced on ${moment} GMT.`;
