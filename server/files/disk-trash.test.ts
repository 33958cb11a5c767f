import * as fs from 'node:fs/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDiskStore } from './disk.ts';

const BATCH = '2026-11-22T04-37-22Z';
let refusal = '';
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const link: typeof fs.link = (from, to) =>
    refusal
      ? Promise.reject(Object.assign(new Error(refusal), { code: refusal }))
      : real.link(from, to);
  return { ...real, link };
});

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pitch-trek-trash-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test.each(['', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP'])(
  'what is brought back never replaces what is there; where links are refused: %s',
  async (code) => {
    refusal = code;
    const { trash } = createDiskStore(dir);
    for (const name of ['gone', 'taken']) {
      writeFileSync(join(dir, name), 'old');
      await trash.move(name, BATCH);
    }
    writeFileSync(join(dir, 'taken'), 'new');
    for (const key of ['gone', 'taken']) await trash.restore({ key, batch: BATCH });
    expect(['gone', 'taken'].map((name) => readFileSync(join(dir, name), 'utf8'))).toEqual([
      'old',
      'new',
    ]);
    for await (const file of trash.list()) expect.fail(`left: ${file.key}`);
  },
);
