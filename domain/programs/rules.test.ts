import { expect, test } from 'vitest';
import { describeDeadline, isEditingLocked, isOpen } from './rules.ts';

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
  ['2026-12-01T01:00:00Z', 'Closes today'],
  ['2026-11-30T23:00:00Z', '1 day left'],
  ['2026-11-21T08:00:00Z', '10 days left'],
])('at %s it says %s', (now, words) => {
  expect(describeDeadline(deadline, new Date(now))).toBe(words);
});
