/** What lies in the data folder is for its owner only. */
import { chmodSync, mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startRealServer } from '#tests/e2e/real-server.ts';

const root = mkdtempSync(join(tmpdir(), 'pitch-trek-private-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DATABASE = ['pitch-trek.sqlite', 'pitch-trek.sqlite-wal', 'pitch-trek.sqlite-shm'];

test.each([
  ['a new folder', () => undefined],
  [
    'one that everybody could read',
    (dir: string) => {
      mkdirSync(dir);
      chmodSync(dir, 0o755);
      for (const name of DATABASE.slice(0, 1)) {
        writeFileSync(join(dir, name), '');
        chmodSync(join(dir, name), 0o644);
      }
    },
  ],
])('the folder and the database are private: %s', async (name, prepare) => {
  const dir = join(root, name.replaceAll(' ', '-'));
  prepare(dir);
  const server = await startRealServer({ DATA_DIR: dir, SAMPLE_DATA: 'off' });
  const modes = [dir, ...DATABASE.map((file) => join(dir, file))].map(
    (path) => statSync(path).mode & 0o777,
  );
  await server.stop();
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
});
