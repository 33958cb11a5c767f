import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Services } from '../context.ts';
import { createReadyCheck } from './health.ts';

const stagingDir = mkdtempSync(join(tmpdir(), 'pitch-trek-ready-'));
afterAll(() => rmSync(stagingDir, { recursive: true, force: true }));

test('all requests within a second share one check, whatever its result', async () => {
  let looks = 0;
  let milliseconds = 0;
  let isDown = false;
  const ping = async () => {
    looks += 1;
    if (isDown) throw new Error('away');
  };
  const services = { stagingDir, db: { ping }, files: { ping: async () => undefined } };
  const check = createReadyCheck(services as unknown as Services, () => milliseconds);
  const ask = () =>
    check().then(
      () => 'ready',
      () => 'not ready',
    );
  expect(await Promise.all([ask(), ask()])).toEqual(['ready', 'ready']);
  isDown = true;
  milliseconds = 999;
  expect([await ask(), looks]).toEqual(['ready', 1]);
  milliseconds = 1000;
  expect([await ask(), await ask(), looks]).toEqual(['not ready', 'not ready', 2]);
  isDown = false;
  milliseconds = 1999;
  expect([await ask(), looks]).toEqual(['not ready', 2]);
  milliseconds = 2000;
  expect([await ask(), looks]).toEqual(['ready', 3]);
});
