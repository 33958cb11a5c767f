import { formatMoment } from '#domain/dates.ts';
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

/** A question ends by itself. */
const listed = (names: readonly string[]): string =>
  `${names.join(', ')}.`.replace(/([?!.])\.$/, '$1');

export const requestLabels = {
  asked: 'We need you to change something',
  loading: 'Loading the request',
  failed: 'Could not load the request.',
  fields: (names: readonly string[]): string => `You can change: ${listed(names)}`,
  until: (instant: string): string => `By ${formatMoment(instant)}`,
  /** Once something was saved. */
  savedTitle: 'Your changes are saved, but we don’t know yet that you are done',
  changed: (names: readonly string[]): string => `You have changed: ${listed(names)}`,
  stillOpen: (instant: string): string =>
    `You can change more until ${formatMoment(instant)}. When you are done, press “I’ve made the changes”.`,
  ask: 'Have you changed everything?',
  unchanged: 'You have not changed anything yet.',
  final: 'We’ll then read your proposal as it is now, and you can’t change it any more.',
  send: 'Yes, I’ve made the changes',
  goOn: 'Not yet',
  lateTitle: 'Your changes are not saved: the time has run out',
  late: 'Copy what you typed, and send it to us as a message on the page of your proposal.',
  latePlace: 'Write to us',
  change: 'Change your proposal',
  answer: 'I’ve made the changes',
  answered: 'Your answer has been sent.',
  onlySaved: 'Your changes are saved, but your answer could not be sent. Try again below.',
  answerFailed: 'Could not send your answer. Check your connection and try again.',
  /** In the form that answers it. */
  whatAndWhen: (instant: string): string =>
    `Change what we asked for, by ${formatMoment(instant)}. Everything else stays as you sent it.`,
  sendChanges: 'Send my changes',
  sendingIsFinal:
    'We’ll then read your proposal with these changes, and you can’t change it any more.',
} as const;
