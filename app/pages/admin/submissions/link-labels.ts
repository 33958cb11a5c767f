/** Labels of filters by answers, and of chips for filters that only a link sets. */
export const linkLabels = {
  read: 'Read',
  notFlagged: 'Not flagged',
  question: 'Question',
  noQuestion: 'None',
  answer: 'Answer',
  anyAnswer: 'Any answer',
  labels: 'With chosen labels',
  unknownPerson: 'somebody who is not there',
} as const;

const MARKS: Partial<Record<string, string>> = { true: 'Yes', false: 'No' };

export const describeDay = (name: 'received_from' | 'received_to', day: string): string =>
  `${name === 'received_from' ? 'Received from' : 'Received until'} ${day}`;
/** For a filter that usually is a chip, with the opposite value. */
export const describeFilter = (name: 'unread' | 'flagged', value: string): string => {
  if (value !== 'false') return value;
  return name === 'unread' ? linkLabels.read : linkLabels.notFlagged;
};
/** `value` as in the address. */
export const describeAnswer = (value: string): string =>
  `${linkLabels.answer}: ${MARKS[value] ?? value}`;
export const removeFilter = (label: string): string => `${label}: remove this filter`;

/** `value` as in the address. */
export const describeRequests = (value: string): string =>
  value === 'false' ? 'Without an open request for changes' : 'With an open request for changes';

export const describeMessages = (value: string): string =>
  value === 'false' ? 'Without unread messages' : 'With unread messages';
