import { setImmediate as nextDueAt } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTimeSlice } from './time-slice.ts';

test('waiting work continues in the next loop iteration, after new connections have been accepted', async () => {
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

test('endless connections do not block waiting work forever', async () => {
  let done = 0;
  const index = createTimeSlice(60_000, () => (done++ === 0 ? 'cheap' : undefined));
  index.notify();
  for (let number = 0; number < 70; number += 1) {
    index.noteConnection();
    await nextDueAt();
  }
  expect(done).toBeGreaterThan(0);
});
