/** The quick part of `npm run drill:faults`: one of each of the first kinds of faults. */
import { expect, test } from 'vitest';
import { drillFaults } from './drill/run.ts';

/** The first kinds: killed, disk full, a dead mail server, one that refuses, the clock, frozen. */
const COUNT = 7;

test('whatever goes wrong, everything acknowledged exists, once and complete', async () => {
  const { lost, dishonest, injected, acknowledged } = await drillFaults('SQLite and disk', COUNT);
  expect(lost).toEqual([]);
  expect(dishonest).toEqual([]);
  expect(injected.size).toBe(COUNT);
  expect(Math.min(...Object.values(acknowledged))).toBeGreaterThan(COUNT);
});
