import { describe, expect, test } from 'vitest';
import { areSessions, lastEnd, moveTo, slotOf } from './slot-rules.ts';

const minutes = { pitch: 5, questions: 5, change: 2 };
const at = (time: string, day = 11) => `2026-09-${day}T${time}:00.000Z`;

describe('slots', () => {
  const sessions = [
    { from: 1, starts_at: at('09:00') },
    { from: 4, starts_at: at('09:00', 12) },
  ];
  test('a place in the order has a time, by the last session before it', () => {
    const slots = [1, 2, 3, 4, 5].map((order) => slotOf(order, { minutes, sessions }));
    expect(slots.map((slot) => slot!.toISOString())).toEqual([
      ...[at('09:00'), at('09:12'), at('09:24')],
      ...[at('09:00', 12), at('09:12', 12)],
    ]);
    expect(slotOf(1, { minutes, sessions: [] })).toBeNull();
  });

  test('the last one ends after its pitch and questions', () => {
    expect(lastEnd(5, { minutes, sessions })!.toISOString()).toBe(at('09:22', 12));
    expect(lastEnd(3, { minutes, sessions })!.toISOString()).toBe(at('09:34'));
    expect(lastEnd(3, { minutes, sessions: [] })).toBeNull();
  });

  test('sessions begin with the first pitch, ascend and do not overlap', () => {
    const second = (from: number, time: string) => [
      { from: 1, starts_at: at('09:00') },
      { from, starts_at: at(time) },
    ];
    expect(areSessions([], minutes)).toBe(true);
    expect(areSessions(sessions, minutes)).toBe(true);
    expect(areSessions([{ from: 2, starts_at: at('09:00') }], minutes)).toBe(false);
    expect(areSessions(second(1, '10:00'), minutes)).toBe(false);
    expect(areSessions(second(3, '09:22'), minutes)).toBe(true);
    expect(areSessions(second(3, '09:21'), minutes)).toBe(false);
    expect(areSessions(second(3, '08:00'), minutes)).toBe(false);
  });
});

test('one moves, and the others close up', () => {
  expect(moveTo(['a', 'b', 'c', 'd'], 'd', 1)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveTo(['a', 'b', 'c', 'd'], 'a', 3)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveTo(['a', 'b'], 'a', 1)).toEqual(['a', 'b']);
});
