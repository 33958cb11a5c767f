import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurn } from './turn.ts';

test('work that waits goes on in the next turn, and not before new connections have been taken', async () => {
  let done = 0;
  let left = 1;
  const turn = createTurn(60_000, () => {
    if (left === 0) return undefined;
    left -= 1;
    done += 1;
    return 'cheap';
  });
  turn.wake();
  await nextTurn();
  expect(done).toBe(1);

  left = 1;
  turn.noteConnection();
  turn.wake();
  for (let number = 0; number < 10; number += 1) {
    await nextTurn();
    expect(done).toBe(1);
    turn.noteConnection();
  }
  await nextTurn();
  await nextTurn();
  expect(done).toBe(2);
});

test('connections without end do not keep waiting work for ever', async () => {
  let done = 0;
  const turn = createTurn(60_000, () => (done++ === 0 ? 'cheap' : undefined));
  turn.wake();
  for (let number = 0; number < 70; number += 1) {
    turn.noteConnection();
    await nextTurn();
  }
  expect(done).toBeGreaterThan(0);
});
