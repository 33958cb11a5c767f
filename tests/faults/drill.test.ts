/** The quick part of `npm run drill -- faults`: one of each of the first kinds of faults. */
import { expect, test } from 'vitest';
import { drillFaults } from './drill/run.ts';

/** The first kinds: killed, disk full, a dead mail server, one that refuses, the clock, frozen. */
const COUNT = 7;

test('whatever goes wrong, what was acknowledged is there, once and whole', async () => {
  const { lost, dishonest, injected, acknowledged } = await drillFaults({
    name: 'SQLite and disk',
    count: COUNT,
  });
  expect(lost).toEqual([]);
  expect(dishonest).toEqual([]);
  expect(injected.size).toBe(COUNT);
  expect(Math.min(...Object.values(acknowledged))).toBeGreaterThan(COUNT);
});
