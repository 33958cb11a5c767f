import { expect, test } from 'vitest';
import { isWorthRetrying, pauseAfter } from './retry.ts';

test('silence, overload and a first try that still runs are tried again', () => {
  for (const status of [0, 502, 503, 504])
    expect(isWorthRetrying({ status, code: 'network' })).toBe(true);
  expect(isWorthRetrying({ status: 409, code: 'in_progress' })).toBe(true);
});

test('a decision stays: refusals, an expired session and a stop by the applicant', () => {
  for (const [status, code] of [
    [409, 'deadline_passed'],
    [415, 'wrong_type'],
    [422, 'invalid'],
    [401, 'not_signed_in'],
    [0, 'aborted'],
  ] as const) {
    expect(isWorthRetrying({ status, code })).toBe(false);
  }
});

test('the pauses grow and then stay', () => {
  expect([1, 2, 3, 4, 9].map(pauseAfter)).toEqual([2000, 5000, 10_000, 20_000, 20_000]);
});
