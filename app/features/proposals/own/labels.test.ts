import { expect, test } from 'vitest';
import { describeChanges } from './labels.ts';

const program = { id: '1', title: 'Kente for offices', deadline_date: '2026-12-12T23:59:00Z' };
const changesAt = (now: string, locked: 'deadline_passed' | null) =>
  describeChanges({ locked, program, extended_until: null, open_request: null }, new Date(now));

test('no line about changes contradicts the deadline beside it', () => {
  expect(changesAt('2026-12-11T23:59:00Z', null)).toBe('You can edit until 11 December');
  expect(changesAt('2026-12-12T08:00:00Z', 'deadline_passed')).toBe(
    'Editing was open until 11 December',
  );
  expect(changesAt('2026-12-12T23:59:00Z', 'deadline_passed')).toBe('Deadline has passed');
});

test('while the firm asks for changes, these can still be made', () => {
  const open_request = { id: 'asked', due_at: '2027-01-05T10:00:00Z' };
  const now = new Date('2027-01-02T10:00:00Z');
  const asked = { program, extended_until: null, open_request };
  expect(describeChanges({ ...asked, locked: 'deadline_passed' }, now)).toBe(
    'You can edit only what we asked for, until 5 Jan 2027, 10:00 GMT',
  );
  expect(describeChanges({ ...asked, locked: 'proposal_approved' }, now)).toBe('Locked: approved');
});
