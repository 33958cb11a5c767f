import { formatDateTime } from '#domain/dates.ts';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { documentLabels, proposalLabels } from '../labels.ts';

/** What can be asked for, in the order of the form. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  business_name: proposalLabels.businessName,
  business_location: proposalLabels.location,
  business_website: proposalLabels.website,
  business_description: proposalLabels.description,
  ...Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, documentLabels.kinds[kind]])),
};

export const requestLabels = {
  asked: 'We need you to change something',
  loading: 'Loading the request',
  failed: 'Could not load the request.',
  fields: 'You can change',
  until: (instant: string): string => `Until ${formatDateTime(instant)} GMT`,
  change: 'Change your proposal',
  answer: 'I have answered',
  answered: 'Your answer has been sent.',
  answerFailed: 'Could not send your answer. Check your connection and try again.',
  nothingElse: 'You can change only what we asked for.',
} as const;
