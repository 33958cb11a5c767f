import { expect, test } from 'vitest';
import { describeDeadline, describeLastEdit, isEditingLocked, isLastDay, isOpen } from './rules.ts';

const deadline = new Date('2026-12-01T17:00:00Z');

test('a program is open until the very instant of its deadline', () => {
  expect(isOpen(deadline, new Date('2026-12-01T16:59:59.999Z'))).toBe(true);
  expect(isOpen(deadline, deadline)).toBe(false);
});

test("editing locks at midnight of the deadline's day, while submitting goes on", () => {
  expect(isEditingLocked(deadline, new Date('2026-11-30T23:59:59.999Z'))).toBe(false);
  expect(isEditingLocked(deadline, new Date('2026-12-01T00:00:00Z'))).toBe(true);
});

test.each([
  ['2026-12-01T17:00:00Z', 'Closed'],
  ['2026-12-01T01:00:00Z', 'Closes today at 17:00'],
  ['2026-11-30T23:00:00Z', '1 day left'],
  ['2026-11-21T08:00:00Z', '10 days left'],
])('at %s it says %s', (now, words) => {
  expect(describeDeadline(deadline, new Date(now))).toBe(words);
});

test('the last day of editing is the whole day before the deadline', () => {
  expect(describeLastEdit(deadline, new Date('2026-11-21T08:00:00Z'))).toBe('30 November');
  expect(
    describeLastEdit(new Date('2027-01-01T00:00:00Z'), new Date('2026-11-21T08:00:00Z')),
    'the day before midnight; the year goes without saying',
  ).toBe('31 December');
  expect(describeLastEdit(deadline, new Date('2025-11-30T08:00:00Z'))).toBe('30 November 2026');
});

test('on the last day submitting is possible, and editing is not', () => {
  expect(isLastDay(deadline, new Date('2026-11-30T23:59:59Z'))).toBe(false);
  expect(isLastDay(deadline, new Date('2026-12-01T00:00:00Z'))).toBe(true);
  expect(isLastDay(deadline, deadline)).toBe(false);
});
