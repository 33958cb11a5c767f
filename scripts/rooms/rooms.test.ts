import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawRooms } from './draw.ts';
import { readGraphs, reduce, toRows, type Graph } from './graph.ts';

const ROOT = join(import.meta.dirname, '../..');
const GRAPH: Graph = new Map([
  ['pages', new Set(['http', 'db'])],
  ['http', new Set(['db'])],
  ['db', new Set()],
]);

test('the picture of the rooms shows what the code imports; else run: npm run rooms', () =>
  expect(readFileSync(join(ROOT, 'docs/pictures/rooms.svg'), 'utf8')).toBe(
    drawRooms(readGraphs(ROOT)),
  ));

test('docs/architecture.md names files that exist', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const paths = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|json))`/g)].map(
    ([, path]) => path!,
  );
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('importers are above what they import, and arrows implied by a longer path are left out', () => {
  expect(toRows(GRAPH)).toEqual([['pages'], ['http'], ['db']]);
  expect(reduce(GRAPH).get('pages')).toEqual(new Set(['http']));
});

test('a cycle of imports is drawn too', () => {
  const circle: Graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['a'])],
  ]);
  expect(toRows(circle).flat().sort()).toEqual(['a', 'b']);
  expect(reduce(circle)).toEqual(circle);
});
