import { expect, test } from 'vitest';
import { createCache } from './cache.ts';
import type { Db } from './db/open.ts';

const answer = { status: 200, headers: {}, body: Buffer.from('here'), brotli: undefined };

test('an address counts as being made until its answer is kept, or the one who asked is gone', () => {
  const cache = createCache({} as Db, () => new Date());
  const gone = cache.beginMaking('/post/all');
  expect(cache.making.has('/post/all')).toBe(true);
  cache.keep('/post/all', answer, 1, Infinity);
  expect(cache.making.has('/post/all')).toBe(false);
  cache.beginMaking('/post/all');
  gone();
  expect(cache.making.has('/post/all'), 'somebody else makes it meanwhile').toBe(true);
});
