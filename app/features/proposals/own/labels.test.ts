import { expect, test } from 'vitest';
import { describeChanges } from './labels.ts';

const program = { id: '1', title: 'Kente for offices', deadline_date: '2026-12-12T23:59:00Z' };
const changesAt = (now: string, locked: 'deadline_passed' | null) =>
  describeChanges({ locked, program, extended_until: null }, new Date(now));

test('no line about changes contradicts the deadline beside it', () => {
  expect(changesAt('2026-12-11T23:59:00Z', null)).toBe('You can edit until 11 December');
  expect(changesAt('2026-12-12T08:00:00Z', 'deadline_passed')).toBe(
    'You could edit until 11 December',
  );
  expect(changesAt('2026-12-12T23:59:00Z', 'deadline_passed')).toBe('Deadline has passed');
});
