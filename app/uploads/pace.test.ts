import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const MB = 1_048_576;

test('chunks grow on a quick line and shrink on a slow one, within bounds', () => {
  const pace = createPace();
  const first = pace.bytes();
  for (let round = 0; round < 20; round += 1) pace.note(pace.bytes(), 200);
  expect(pace.bytes()).toBe(4 * MB);
  for (let round = 0; round < 20; round += 1) pace.note(pace.bytes(), 10_000);
  expect(pace.bytes()).toBeLessThan(first);
  expect(pace.bytes()).toBeGreaterThan(30_000);
});

test('after a break little is dared, until many chunks have arrived', () => {
  const pace = createPace();
  for (let round = 0; round < 20; round += 1) pace.note(pace.bytes(), 200);
  for (let broken = 0; broken < 3; broken += 1) pace.slow();
  for (let round = 0; round < 9; round += 1) pace.note(pace.bytes(), 200);
  expect(pace.bytes()).toBe(MB / 2);
  pace.note(pace.bytes(), 200);
  expect(pace.bytes()).toBe(MB);
});

test('the time that is left follows the line', () => {
  const pace = createPace();
  expect(pace.secondsFor(MB)).toBeNull();
  pace.note(50_000, 1000);
  expect(pace.secondsFor(500_000)).toBe(10);
});
