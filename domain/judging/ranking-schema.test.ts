import { expect, test } from 'vitest';
import { rankingQuery } from './ranking-schema.ts';

test('a whole round is ranked in one answer, unless fewer are asked for', () => {
  expect(rankingQuery.parse({}).limit).toBe(2_000);
  expect(rankingQuery.parse({ limit: '5000' }).limit).toBe(1_000);
  expect(rankingQuery.parse({ limit: '50' }).limit).toBe(50);
});
