import { expect, test } from 'vitest';
import type { Db } from '../db/open.ts';
import { createResponseCache } from './response-cache.ts';

const answer = { status: 200, headers: {}, body: Buffer.from('here'), brotli: undefined, gzip: undefined };
const create = () =>
  createResponseCache(
    {} as Db,
    () => new Date(),
    async (_db, now) => now,
  );

test('an address counts as being made until its answer is there, or the one who asked is gone', () => {
  const cache = create();
  const gone = cache.begin('/post/all');
  expect(cache.inFlight('/post/all')).toBeDefined();
  cache.set('/post/all', answer, 1, Infinity);
  expect(cache.inFlight('/post/all')).toBeUndefined();
  cache.begin('/post/all');
  gone();
  expect(cache.inFlight('/post/all'), 'somebody else makes it meanwhile').toBeDefined();
});
