import { expect, test } from 'vitest';
import { drawPattern, readRows } from './pattern.ts';

const cloth = { ground: 'green', threads: { g: 'gold' }, rows: ['x2 gg', '.g'] };

test('a row is mirrored, repeated, and the cloth closes', () => {
  expect(readRows(cloth)).toEqual(['gggg', 'gggg', '.gg.', '.gg.', 'gggg', 'gggg']);
});

test('equal runs in neighbouring rows become one block', () => {
  expect(drawPattern(cloth).paths).toEqual([
    { colour: 'gold', d: 'M0 0h4v2h-4M1 2h2v2h-2M0 4h4v2h-4' },
  ]);
});
