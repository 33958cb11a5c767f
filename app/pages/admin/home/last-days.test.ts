import { expect, test } from 'vitest';
import { lastDays, lastHours } from './last-days.ts';

test('empty days are included, older ones are not', () => {
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

test('the last hours end with the one of the deadline', () => {
  const hours = lastHours(
    [
      { at: '2026-11-21T11:00:00.000Z', count: 9 },
      { at: '2026-11-22T11:00:00.000Z', count: 2 },
    ],
    new Date('2026-11-22T11:20:00Z'),
  );
  expect(hours).toHaveLength(24);
  expect(hours[0]).toEqual({ at: '2026-11-21T12:00:00.000Z', count: 0 });
  expect(hours.at(-1)).toEqual({ at: '2026-11-22T11:00:00.000Z', count: 2 });
});
