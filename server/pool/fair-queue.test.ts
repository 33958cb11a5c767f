import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const anybody = () => true;
const open = (options = {}) =>
  new FairQueue<string>({ maxWaiting: 4, maxWaitingOfOne: 6, now: () => clock, ...options });
let clock = 0;

function takeAll(queue: FairQueue<string>): string[] {
  const order: string[] = [];
  for (let item = queue.take(anybody); item !== undefined; item = queue.take(anybody))
    order.push(item);
  return order;
}

test('people are served in rotation, however much each has sent', () => {
  const queue = open();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
  for (const item of ['b1', 'b2']) queue.add('b', item);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('people who have used less go first, for a minute', () => {
  const queue = open();
  queue.charge('a', 500);
  queue.add('a', 'a1');
  queue.add('b', 'b1');
  expect(takeAll(queue)).toEqual(['b1', 'a1']);
  clock += 61_000;
  queue.add('a', 'a2');
  queue.add('b', 'b2');
  expect(takeAll(queue)).toEqual(['a2', 'b2']);
});

test('one person takes at most two places', () => {
  const queue = open();
  expect([1, 2, 3, 4, 5, 6, 7].map((item) => queue.add('a', `a${item}`))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([queue.add('b', 'b1'), queue.add('c', 'c1'), queue.add('d', 'd1')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('owners who may not run are skipped', () => {
  const queue = open();
  queue.add('a', 'a1');
  expect(queue.has((owner) => owner !== 'a')).toBe(false);
  queue.add('b', 'b1');
  expect(queue.take((owner) => owner !== 'a')).toBe('b1');
});
