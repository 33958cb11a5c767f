import { setImmediate as nextDueAt } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTimeSlice } from './time-slice.ts';

test('waiting work continues in the next loop iteration, after new connections have been accepted', async () => {
  let stepsDone = 0;
  let stepsLeft = 1;
  const index = createTimeSlice(60_000, () => {
    if (stepsLeft === 0) return undefined;
    stepsLeft -= 1;
    stepsDone += 1;
    return 'cheap';
  });
  index.notify();
  await nextDueAt();
  expect(stepsDone).toBe(1);

  stepsLeft = 1;
  index.noteConnection();
  index.notify();
  for (let number = 0; number < 10; number += 1) {
    await nextDueAt();
    expect(stepsDone).toBe(1);
    index.noteConnection();
  }
  await nextDueAt();
  await nextDueAt();
  expect(stepsDone).toBe(2);
});

test('endless connections do not block waiting work forever', async () => {
  let stepsDone = 0;
  const index = createTimeSlice(60_000, () => (stepsDone++ === 0 ? 'cheap' : undefined));
  index.notify();
  for (let number = 0; number < 70; number += 1) {
    index.noteConnection();
    await nextDueAt();
  }
  expect(stepsDone).toBeGreaterThan(0);
});
