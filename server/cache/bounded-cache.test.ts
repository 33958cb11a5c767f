import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

const MEGABYTE = 1024 * 1024;

test('all caches together stay within their bytes, however many questions are asked, and what is used stays', () => {
  const pages = createBoundedCache<Buffer>(({ length }) => length);
  const lists = createBoundedCache<string>((text) => text.length * 2);
  pages.set('home', Buffer.alloc(50_000));
  let missed = 0;
  for (let question = 0; question < 10_000; question += 1) {
    lists.set(`page ${question}`, 'x'.repeat(10_000));
    missed += pages.has('home') && pages.get('home') ? 0 : 1;
  }
  expect(missed).toBe(0);
  let kept = 0;
  for (let question = 0; question < 10_000; question += 1)
    kept += lists.has(`page ${question}`) ? 20_000 : 0;
  expect(kept).toBeGreaterThan(20 * MEGABYTE);
  expect(kept).toBeLessThanOrEqual(32 * MEGABYTE);
  expect([lists.get('page 0'), lists.get('page 9999')?.length]).toEqual([undefined, 10_000]);
});

test('one cache does not see what another one keeps, and an older value goes when the newer one is too large', () => {
  const [one, other] = [
    createBoundedCache<string>(({ length }) => length),
    createBoundedCache<string>(({ length }) => length),
  ];
  one.set('key', 'mine');
  expect([one.get('key'), one.has('key'), other.get('key')]).toEqual(['mine', true, undefined]);
  one.set('key', 'x'.repeat(2 * MEGABYTE));
  expect(one.get('key')).toBeUndefined();
});
