import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findUnusedFaces } from './faces.ts';
import { readSources } from './sources.ts';

test('a face names only what others import', () => {
  expect(findUnusedFaces(readSources(resolve(import.meta.dirname, '../..')))).toEqual([]);
});
