import type { OF_TWO_SENSES } from './read-link-filters.ts';

/** Labels of filters by answers, and of chips for filters that only a link sets. */
export const linkLabels = {
  question: 'Question',
  noQuestion: 'None',
  answer: 'Answer',
  anyAnswer: 'Any answer',
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
};
/** `value` as in the address. */
export const describeFilter = (name: OfTwoSenses, value: string): string =>
  value === 'false' ? OPPOSITES[name] : value;
/** `value` as in the address. */
export const describeAnswer = (value: string): string =>
  `${linkLabels.answer}: ${MARKS[value] ?? value}`;
export const removeFilter = (label: string): string => `${label}: remove this filter`;
