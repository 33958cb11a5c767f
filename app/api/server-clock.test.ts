import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#domain/constants.ts';
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

const TRUE_TIME = new Date('2026-03-10T12:00:00Z');
const answerAt = (at: Date, more = {}) => new Headers({ Date: at.toUTCString(), ...more });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([-DAY_MS, DAY_MS])('a phone whose clock is off by %d ms goes by the server’s', (off) => {
  vi.setSystemTime(TRUE_TIME.getTime() + off);
  noteServerTime(answerAt(TRUE_TIME));
  expect(serverNow()).toEqual(TRUE_TIME);
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toEqual(new Date(TRUE_TIME.getTime() + 5000));
});

test('a clock that is right, or was put right, counts to the millisecond', () => {
  const now = new Date(TRUE_TIME.getTime() + 1234);
  vi.setSystemTime(now);
  noteServerTime(answerAt(TRUE_TIME));
  expect(serverNow()).toEqual(now);
});

test('an answer that was kept here, or that names no time, teaches nothing', () => {
  vi.setSystemTime(TRUE_TIME);
  noteServerTime(answerAt(TRUE_TIME));
  noteServerTime(answerAt(new Date(TRUE_TIME.getTime() - DAY_MS), { [OFFLINE_HEADER]: '1' }));
  noteServerTime(new Headers());
  noteServerTime(new Headers({ Date: 'yesterday' }));
  expect(serverNow()).toEqual(TRUE_TIME);
});
