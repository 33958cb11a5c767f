import { afterEach, expect, test } from 'vitest';
import { installPolyfills } from './polyfills.ts';

const PLACES: readonly [object, string[]][] = [
  [Array.prototype, ['toSorted', 'toReversed', 'findLast']],
  [URL, ['canParse']],
  [AbortSignal, ['any', 'timeout']],
];
const own = PLACES.flatMap(([place, names]) =>
  names.map((name) => [place, name, Object.getOwnPropertyDescriptor(place, name)!] as const),
);
afterEach(() => own.forEach(([place, name, was]) => Object.defineProperty(place, name, was)));

test('what a browser lacks is brought, and does the same', async () => {
  for (const [place, name] of own) Reflect.deleteProperty(place, name);
  installPolyfills();
  const numbers = [3, 1, 2];
  expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3]);
  expect(numbers.toReversed()).toEqual([2, 1, 3]);
  expect(numbers.findLast((one) => one > 1)).toBe(2);
  expect(numbers).toEqual([3, 1, 2]);
  expect([URL.canParse('/a'), URL.canParse('/a', 'http://b')]).toEqual([false, true]);
  const [one, other] = [new AbortController(), new AbortController()];
  const either = AbortSignal.any([one.signal, other.signal]);
  other.abort('gone');
  expect([either.aborted, either.reason]).toEqual([true, 'gone']);
  expect(AbortSignal.any([AbortSignal.abort('before')]).reason).toBe('before');
  const soon = AbortSignal.timeout(1);
  await new Promise((resolve) => soon.addEventListener('abort', resolve));
  expect((soon.reason as Error).name).toBe('TimeoutError');
});

test('what a browser has stays its own', () => {
  installPolyfills();
  for (const [place, name, was] of own)
    expect(Object.getOwnPropertyDescriptor(place, name)?.value).toBe(was.value);
});
