import { expect, test } from 'vitest';
import type { Db } from '../db/open.ts';
import { createResponseCache } from './response-cache.ts';

const answer = { status: 200, headers: {}, body: Buffer.from('here') };
const create = () =>
  createResponseCache(
    {} as Db,
    () => new Date(),
    async (_db, now) => now,
  );

test('an address counts as being made until its answer is there, or the one who asked is gone', () => {
  const cache = create();
  const abandon = cache.begin('/post/all');
  expect(cache.inFlight('/post/all')).toBeDefined();
  cache.set('/post/all', answer, 1, Infinity);
  expect(cache.inFlight('/post/all')).toBeUndefined();
  cache.begin('/post/all');
  abandon();
  expect(cache.inFlight('/post/all'), 'somebody else makes it meanwhile').toBeDefined();
});

test('the next change is looked up once for a version, and again when it has come', async () => {
  let [now, lookups] = [1000, 0];
  const cache = createResponseCache(
    {} as Db,
    () => new Date(now),
    async () => {
      lookups += 1;
      return new Date(lookups * 2000);
    },
  );
  const until = async (version: number) => (await cache.validUntil(version)).getTime();
  expect([await until(1), await until(1), lookups]).toEqual([2000, 2000, 1]);
  expect([await until(2), lookups]).toEqual([4000, 2]);
  now = 4000;
  expect([await until(2), await until(2), lookups]).toEqual([6000, 6000, 3]);
});
