import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
type LockEntry = { integrity?: string; inBundle?: boolean };

test('every package is one release, with the digest of its bytes', () => {
  const { dependencies, devDependencies } = read('package.json');
  const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:@?[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  );
  expect(ranges).toEqual([]);
  const packages = Object.entries(read('package-lock.json').packages as Record<string, LockEntry>);
  const open = packages.filter(
    ([path, { integrity, inBundle }]) =>
      path !== '' && !inBundle && !integrity?.startsWith('sha512-'),
  );
  expect(open.map(([path]) => path)).toEqual([]);
});
