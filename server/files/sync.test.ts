import type * as fs from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { syncFolder } from './folders.ts';

const opened: string[] = [];
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof fs>()),
  open: async (path: string) => {
    opened.push(path);
    if (path === '/missing') throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
    return { sync: async () => {}, close: async () => {} };
  },
}));

test('whoever asks at the same moment shares one sync, which begins after all of them', async () => {
  const syncs = [syncFolder('/a'), syncFolder('/a'), syncFolder('/b')];
  expect(opened).toEqual([]);
  await Promise.all(syncs);
  expect(opened).toEqual(['/a', '/b']);
  const during = syncFolder('/a');
  await setImmediate();
  await Promise.all([during, syncFolder('/a')]);
  expect(opened).toEqual(['/a', '/b', '/a', '/a']);
});

test('a refused sync is refused to all who share it, and to nobody afterwards', async () => {
  const results = await Promise.allSettled([syncFolder('/missing'), syncFolder('/missing')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(opened.filter((path) => path === '/missing')).toHaveLength(1);
  await expect(syncFolder('/missing')).rejects.toThrow('no such folder');
});
