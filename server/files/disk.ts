import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { FileStore, OpenFile, StoredFile } from './store.ts';
import { requireFileKey } from './store.ts';
import { storageProblem } from './storage-problem.ts';
import { syncPath } from './sync.ts';

/** Files in a directory, one per key. Keys never begin with a dot, so these are never listed or addressed. */
const PARTIAL_PREFIX = '.partial-';

/** A store on the local disk. A file appears under its key whole and synced, or not at all. */
export function createDiskStore(dir: string): FileStore {
  const pathOf = (key: string): string => {
    requireFileKey(key);
    return join(dir, key);
  };
  return {
    async put(key, path, { synced }) {
      const target = pathOf(key);
      await translated(async () => {
        await Promise.all([synced ?? syncPath(path), makeDirectory(dirname(target))]);
        await move(path, target);
        await syncPath(dirname(target));
      });
    },
    get: (key) => translated(() => openFile(pathOf(key))),
    delete: (key) => translated(() => rm(pathOf(key), { force: true })),
    list: (prefix = '') => listFiles(dir, prefix),
    ping: () => translated(() => access(dir, constants.R_OK | constants.W_OK)),
  };
}

async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw storageProblem(error);
  }
}

/** A directory that was just made is durable only when its parents are synced. */
async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncPath(dirname(made));
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await moveAcrossDevices(from, to);
  }
}

async function moveAcrossDevices(from: string, to: string): Promise<void> {
  const partial = join(dirname(to), PARTIAL_PREFIX + randomUUID());
  try {
    await copyFile(from, partial);
    await syncPath(partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await rm(from, { force: true });
}

async function openFile(path: string): Promise<OpenFile | undefined> {
  const handle = await open(path, 'r').catch(ignoreMissing);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return { stream: handle.createReadStream(), size };
}

async function* listFiles(dir: string, prefix: string): AsyncGenerator<StoredFile> {
  const folder = await opendir(dir, { recursive: true }).catch(ignoreMissing);
  if (!folder) return;
  for await (const entry of folder) {
    const path = join(entry.parentPath, entry.name);
    const key = relative(dir, path).split(sep).join('/');
    if (!entry.isFile() || entry.name.startsWith('.') || !key.startsWith(prefix)) continue;
    const facts = await stat(path).catch(ignoreMissing);
    if (facts) yield { key, size: facts.size, modifiedAt: facts.mtime };
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
