import { setImmediate as nextDueAt } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTimeSlice } from './time-slice.ts';

test('work that waits goes on in the next turn, and not before new connections have been taken', async () => {
  let done = 0;
  let left = 1;
  const index = createTimeSlice(60_000, () => {
    if (left === 0) return undefined;
    left -= 1;
    done += 1;
    return 'cheap';
  });
  index.notify();
  await nextDueAt();
  expect(done).toBe(1);

  left = 1;
  index.noteConnection();
  index.notify();
  for (let number = 0; number < 10; number += 1) {
    await nextDueAt();
    expect(done).toBe(1);
    index.noteConnection();
  }
  await nextDueAt();
  await nextDueAt();
  expect(done).toBe(2);
});

test('connections without end do not keep waiting work for ever', async () => {
  let done = 0;
  const index = createTimeSlice(60_000, () => (done++ === 0 ? 'cheap' : undefined));
  index.notify();
  for (let number = 0; number < 70; number += 1) {
    index.noteConnection();
    await nextDueAt();
  }
  expect(done).toBeGreaterThan(0);
});
