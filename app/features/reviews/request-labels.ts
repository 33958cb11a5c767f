import type { ChangeRequest, ProposalVersion } from '#domain/proposals/request-schema.ts';

export const askLabels = {
  title: 'Requests for changes',
  open: 'Not answered yet',
  none: 'Nothing has been asked yet.',
  notNow: 'Changes can be asked for once editing has locked, and before a decision.',
  text: 'What you ask for',
  fields: 'What the applicant may change',
  question: 'A question of the program',
  dueField: 'Until (GMT)',
  due: 'until',
  ask: 'Ask for changes',
  asked: 'The applicant has been asked.',
  failed: 'Could not save. Check your network and try again.',
  cancel: 'Take back',
  versions: 'Versions',
  versionsFailed: 'Could not load the versions.',
  download: 'Download the one before',
  documentChanged: (document: string): string => `${document}: another file.`,
  changed: (version: number): string => `What changed in version ${version}`,
} as const;

const STATES: Record<ChangeRequest['state'], string> = {
  open: 'Open',
  answered: 'Answered',
  lapsed: 'Lapsed',
  cancelled: 'Taken back',
};
export const describeState = (state: ChangeRequest['state']): string => STATES[state];

const REASONS: Record<ProposalVersion['because'], string> = {
  submitted: 'as submitted',
  answered: 'as answered',
  lapsed: 'when the time was over',
  cancelled: 'when the request was taken back',
};
export const describeVersion = ({ version, because }: ProposalVersion): string =>
  `Version ${version}, ${REASONS[because]}`;
