import { expect, test } from 'vitest';
import { lastDays } from './last-days.ts';

test('days without anything are there, older ones are not', () => {
  const days = [
    { date: '2026-11-01', count: 9 },
    { date: '2026-11-20', count: 3 },
    { date: '2026-11-22', count: 1 },
  ];
  expect(lastDays(days, new Date('2026-11-22T23:10:00Z'), 3)).toEqual([
    { date: '2026-11-20', count: 3 },
    { date: '2026-11-21', count: 0 },
    { date: '2026-11-22', count: 1 },
  ]);
});
