import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listRoutes } from './list-screens.ts';

/** Filling the world takes minutes; that no route is forgotten, a moment. */
test('every screen with a parameter has an address in the sample world', () => {
  const world = readFileSync(join(import.meta.dirname, 'sample-world.ts'), 'utf8');
  const paths = listRoutes()
    .filter(({ file, path }) => file.endsWith('.tsx') && /[:*]/.test(path))
    .map(({ path }) => path);
  expect(paths.filter((path) => !world.includes(`'${path}'`))).toEqual([]);
});
