import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#domain/constants.ts';
import { noteServerTime } from '#app/api/server-clock.ts';
import { nextLook } from './use-program-to-apply.ts';

const NOW = new Date('2026-03-10T12:00:00Z');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  noteServerTime(new Headers({ Date: new Date().toUTCString() }));
  vi.useRealTimers();
});

test.each([-DAY_MS, 0, DAY_MS])(
  'a form asks again right at the deadline, though the phone’s clock is off by %d ms',
  (off) => {
    vi.setSystemTime(NOW.getTime() + off);
    noteServerTime(new Headers({ Date: NOW.toUTCString() }));
    const program = { is_open: true, deadline_date: '2026-03-10T12:00:40.000Z', opens_at: null };
    expect(nextLook(program)).toBe(41_000);
    expect(nextLook({ ...program, deadline_date: '2026-03-12T12:00:00.000Z' })).toBe(60_000);
    const extended_until = '2026-03-10T12:00:50.000Z';
    expect(nextLook({ ...program, extended_until })).toBe(51_000);
    expect(nextLook({ ...program, is_open: false })).toBe(false);
  },
);
