import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  ignoreMissing,
  makeDurableFolder,
  PARTIAL_PREFIX,
  probeFolder,
  removeOne,
  syncFolder,
  syncPath,
} from './folders.ts';
import { translated } from './storage-problem.ts';
import {
  isFileKey,
  MARKER_NAME,
  requireFileKey,
  type FileStore,
  type OpenFile,
  type StoredFile,
} from './store.ts';

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

/** `name` is the path from the starting folder, with slashes. */
type WalkedFile = { path: string; name: string };

/** Names that begin with a dot belong to the store itself and are never keys. */
const isDotted = ({ name }: WalkedFile): boolean => basename(name).startsWith('.');

/**
 * All files below a folder that could be ours, including dotfiles. Anything else, or unreadable, is
 * reported and skipped: it must not abort the walk. Dot folders are skipped silently.
 */
async function* walkFiles(
  dir: string,
  onForeign: (name: string) => void = () => {},
  below = '',
): AsyncGenerator<WalkedFile> {
  for (const entry of await entriesOf(dir, below, onForeign)) {
    const [path, name] = [join(dir, entry.name), below + entry.name];
    if (entry.name.startsWith('.')) {
      if (entry.isFile()) yield { path, name };
    } else if (!isFileKey(name)) onForeign(name);
    else if (entry.isDirectory()) yield* walkFiles(path, onForeign, `${name}/`);
    else if (entry.isFile()) yield { path, name };
    else onForeign(name);
  }
}

async function entriesOf(
  dir: string,
  below: string,
  onForeign: (name: string) => void,
): Promise<Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A subfolder such as lost+found may belong to somebody else; the store itself must be
    // readable.
    const isForeign = below !== '' && (code === 'EACCES' || code === 'EPERM');
    if (code !== 'ENOENT' && !isForeign) throw error;
    if (isForeign) onForeign(below);
    return [];
  }
}
