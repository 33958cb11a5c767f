import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');

const files = new Set(
  [...page.matchAll(/`((?:app|domain|server|scripts|tests)\/[\w./-]*)`/g)].map(
    (match) => match[1]!,
  ),
);
const proofs = [...page.matchAll(/`([\w./-]+\.(?:test|journey)\.ts)` "([^"]+)"/g)].map(
  (match) => [match[1]!, match[2]!] as const,
);

test('every file that docs/security.md names is there', () => {
  expect(files.size).toBeGreaterThan(30);
  expect([...files].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(proofs)('%s: %s', (path, name) =>
  expect(readFileSync(join(ROOT, path), 'utf8')).toContain(name),
);
