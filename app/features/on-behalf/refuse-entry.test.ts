import { expect, test } from 'vitest';
import { refuseEntry } from './refuse-entry.ts';

const PROGRAM = {
  opens_at: '2026-11-01T10:00:00.000Z',
  deadline_date: '2026-11-20T10:00:00.000Z',
  ended_at: null,
};
const at = (day: string) => new Date(`${day}T10:00:00.000Z`);

test('something can be entered from the opening until 14 days after the deadline that counts', () => {
  expect(refuseEntry(PROGRAM, null, at('2026-10-31'))).toContain('opens on');
  expect(refuseEntry(PROGRAM, null, at('2026-11-01'))).toBeUndefined();
  expect(refuseEntry(PROGRAM, null, at('2026-12-04'))).toBeUndefined();
  expect(refuseEntry(PROGRAM, null, at('2026-12-05'))).toContain('could be entered until');
  const extended = '2026-11-25T10:00:00.000Z';
  expect(refuseEntry(PROGRAM, extended, at('2026-12-09'))).toBeUndefined();
  expect(refuseEntry(PROGRAM, extended, at('2026-12-10'))).toContain('could be entered until');
  const ended = { ...PROGRAM, ended_at: '2026-12-01T10:00:00.000Z' };
  expect(refuseEntry(ended, extended, at('2026-12-02'))).toContain('has ended');
});
