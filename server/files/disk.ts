import { copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { openDiskTrash } from './disk-trash.ts';
import { ignoreMissing, isDotted, removeOne, walkFiles } from './disk-walk.ts';
import { makeDurableFolder } from './folders.ts';
import type { FileStore, OpenFile, StoredFile } from './store.ts';
import { MARKER_NAME, requireFileKey } from './store.ts';
import { translated } from './storage-problem.ts';
import { syncFolder, syncPath } from './sync.ts';
import { PARTIAL_PREFIX, probeFolder } from './write-probe.ts';

/** Small, because a slow reader holds two chunks. */
const CHUNK_BYTES = 64 * 1024;

/** A store on the local disk. A file appears under its key complete and synced, or not at all. */
export function createDiskStore(dir: string): FileStore {
  const pathOf = (key: string): string => {
    requireFileKey(key);
    return join(dir, key);
  };
  return {
    async put(key, path, { synced }) {
      const target = pathOf(key);
      await translated(async () => {
        await (synced ?? syncPath(path));
        await moveIntoFolder(path, target);
        await syncFolder(dirname(target));
      });
    },
    get: (key, chunkBytes = CHUNK_BYTES) => translated(() => openFile(pathOf(key), chunkBytes)),
    delete: (key) => translated(() => rm(pathOf(key), { force: true })),
    list: (prefix = '', onForeign) => listFiles(dir, prefix, onForeign),
    trash: openDiskTrash(dir),
    readMarker: () =>
      translated(async () =>
        (await readFile(join(dir, MARKER_NAME), 'utf8').catch(ignoreMissing))?.trim(),
      ),
    writeMarker: (id) => translated(() => writeMarker(dir, id)),
    removePartials: (olderThan) => translated(() => removePartials(dir, olderThan)),
    check: () => probeFolder(dir),
    ping: () => translated(() => probeFolder(dir)),
  };
}

/** Most people have a folder already: it is made only when it turns out to be missing. */
async function moveIntoFolder(from: string, to: string): Promise<void> {
  try {
    await move(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeDurableFolder(dirname(to));
    await move(from, to);
  }
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

async function openFile(path: string, chunkBytes: number): Promise<OpenFile | undefined> {
  const handle = await open(path, 'r').catch(ignoreMissing);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  const highWaterMark = Math.max(1, Math.min(chunkBytes, size));
  return { stream: handle.createReadStream({ highWaterMark }), size };
}

async function* listFiles(
  dir: string,
  prefix: string,
  onForeign?: (name: string) => void,
): AsyncGenerator<StoredFile> {
  for await (const file of walkFiles(dir, onForeign)) {
    if (isDotted(file) || !file.name.startsWith(prefix)) continue;
    const facts = await stat(file.path).catch(ignoreMissing);
    if (facts) yield { key: file.name, size: facts.size, modifiedAt: facts.mtime };
  }
}

async function writeMarker(dir: string, id: string): Promise<void> {
  const partial = join(dir, PARTIAL_PREFIX + randomUUID());
  await writeFile(partial, `${id}\n`, { flush: true });
  await rename(partial, join(dir, MARKER_NAME));
  await syncPath(dir);
}

async function removePartials(dir: string, olderThan: Date): Promise<number> {
  let count = 0;
  for await (const { path } of walkFiles(dir)) {
    if (!basename(path).startsWith(PARTIAL_PREFIX)) continue;
    const facts = await stat(path).catch(ignoreMissing);
    if (!facts || facts.mtime >= olderThan) continue;
    count += await removeOne(path);
  }
  return count;
}
