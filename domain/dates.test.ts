import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatShortDate,
  formatShortDateTime,
  plainSpaces,
} from './dates.ts';

const NEW_YEAR = '2027-01-01T17:00:00Z';

test.each([
  [formatDate, '1\u00a0January 2027'],
  [formatShortDate, '1\u00a0Jan 2027'],
  [formatShortDateTime, '1\u00a0Jan 2027, 17:00'],
  [formatDateTime, '1\u00a0January 2027 at 17:00'],
  [formatDay, '1\u00a0January'],
])('no line ends between day and month: %o', (format, expected) => {
  expect(format(NEW_YEAR)).toBe(expected);
});

test('plain text has ordinary spaces', () => {
  expect(plainSpaces(formatDate(NEW_YEAR))).toBe('1 January 2027');
});
