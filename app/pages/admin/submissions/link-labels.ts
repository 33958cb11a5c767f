import type { OF_TWO_SENSES } from './read-link-filters.ts';

/** Labels of filters by answers, and of chips for filters that only a link sets. */
export const linkLabels = {
  question: 'Question',
  noQuestion: 'None',
  answer: 'Answer',
  anyAnswer: 'Any answer',
  from: 'Answer from',
  to: 'Answer to',
  order: 'Sort by answer',
  noOrder: 'No',
  numberUp: 'Smallest first',
  numberDown: 'Greatest first',
  dateUp: 'Earliest first',
  dateDown: 'Latest first',
  unknownPerson: 'an unknown person',
} as const;

const MARKS: Partial<Record<string, string>> = { true: 'Yes', false: 'No' };

export const describeDay = (name: 'received_from' | 'received_to', day: string): string =>
  `${name === 'received_from' ? 'Received on or after' : 'Received on or before'} ${day}`;
type OfTwoSenses = (typeof OF_TWO_SENSES)[number];
const OPPOSITES: Record<OfTwoSenses, string> = {
  unread: 'Read',
  flagged: 'Not flagged',
  has_unread_messages: 'Without new messages',
  has_open_request: 'No changes requested',
  unannounced: 'Nothing to announce',
  possible_duplicate: 'No possible duplicates',
  one_of_several: 'The only one of its person',
};
/** `value` as in the address. */
export const describeFilter = (name: OfTwoSenses, value: string): string =>
  value === 'false' ? OPPOSITES[name] : value;
/** `name` and `value` as in the address. */
export function describeAnswer(name: string, value: string): string {
  if (name.endsWith('.from')) return `${linkLabels.from} ${value}`;
  if (name.endsWith('.to')) return `${linkLabels.to} ${value}`;
  return `${linkLabels.answer}: ${MARKS[value] ?? value}`;
}
