import type { ChangeRequest, ProposalVersion } from '#domain/proposals/schema.ts';

export const askLabels = {
  title: 'Requests for changes',
  open: 'Not answered yet',
  none: 'No changes have been requested yet.',
  notNow: 'You can ask for changes after editing has closed and before a decision.',
  text: 'What should change',
  fields: 'What the applicant may change',
  question: 'A question from the program',
  dueField: 'Due by (GMT)',
  due: '· due',
  ask: 'Ask for changes',
  asked: 'The applicant has been asked.',
  askedUnmailed: 'Request saved. Call the applicant: they have no email address.',
  asking: 'Saving the request',
  failed: 'The request could not be saved. Check your connection and try again.',
  cancel: 'Withdraw',
  answerText:
    'This applicant has no email address. Call them, enter what they tell you, then send the answer for them.',
  change: 'Enter their changes',
  answer: 'Send the answer for them',
  versions: 'Versions',
  versionsFailed: 'Could not load the versions.',
  download: 'Download the previous file',
  documentChanged: (document: string): string => `${document}: new file.`,
  changed: (version: number): string => `What changed in version ${version}`,
} as const;

const STATES: Record<ChangeRequest['state'], string> = {
  open: 'Open',
  answered: 'Answered',
  lapsed: 'Lapsed',
  cancelled: 'Withdrawn',
};
export const describeState = (state: ChangeRequest['state']): string => STATES[state];

const REASONS: Record<ProposalVersion['because'], string> = {
  submitted: 'as submitted',
  answered: 'as answered',
  lapsed: 'when time ran out',
  cancelled: 'when the request was withdrawn',
};
export const describeVersion = ({ version, because }: ProposalVersion): string =>
  `Version ${version}, ${REASONS[because]}`;
