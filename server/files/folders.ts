/** Folders and files on the local disk: made, restricted to their owner, synced, and tried. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/**
 * Creates a folder and its parents. Node's own `recursive` loops forever if a folder cannot be
 * created but the system reports it as missing, as under /proc.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another instance may have created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A new folder is only durable once its parents are synced. */
export async function makeDurableFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made))
    await syncPath(dirname(made));
}

/** Only the owner may read what is in it. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const PERMISSIONS = 0o777;
const UNCHANGEABLE = new Set(['EPERM', 'EROFS', 'ENOTSUP', 'EINVAL']);
/** Set on folders that everybody uses, such as /tmp. */
const STICKY = 0o1000;

/** A folder for its owner only, however it was created, unless it is one that everybody uses. */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  if (!(statSync(path).mode & STICKY)) restrict(path, PRIVATE_FOLDER);
}

/**
 * A file for its owner only; creates an empty one where there is none. One that is there is not
 * opened: closing it would release the locks that this process holds on it (fcntl).
 */
export function makePrivateFile(path: string): void {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK);
    else closeSync(openSync(path, 'ax', PRIVATE_FILE));
  } catch {
    // The caller's own open reports a better error.
    return;
  }
  restrict(path, PRIVATE_FILE);
}

/** Leaves a path of somebody else, as some volumes are, and one that cannot be changed. */
function restrict(path: string, mode: number): void {
  if ((statSync(path).mode & PERMISSIONS) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!UNCHANGEABLE.has((error as NodeJS.ErrnoException).code!)) throw error;
  }
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By folder: a sync that has not begun yet. */
const soon = new Map<string, Promise<void>>();

/**
 * The same for a folder into which a file was just moved. Callers in the same iteration of the
 * event loop share one sync, which starts after the last of them has asked.
 */
export function syncFolder(path: string): Promise<void> {
  const shared = soon.get(path) ?? syncSoon(path);
  soon.set(path, shared);
  return shared;
}

async function syncSoon(path: string): Promise<void> {
  await setImmediate();
  soon.delete(path);
  await syncPath(path);
}

/** A disk with less free space than this, in bytes, counts as full. */
const PROBE_BYTES = 256 * 1024;
const CONTENT = Buffer.alloc(PROBE_BYTES, 1);

/** An interrupted write leaves one of these, which the sweep removes. */
export const PARTIAL_PREFIX = '.partial-';

/**
 * Writes a file and deletes it again: the only reliable test for a disk that is full, read-only or
 * over quota, or for missing file descriptors.
 */
export async function probeFolder(dir: string): Promise<void> {
  const path = join(dir, PARTIAL_PREFIX + randomUUID());
  try {
    await writeFile(path, CONTENT, { flag: 'wx' });
  } catch (error) {
    // Write errors do not name the path.
    throw Object.assign(error as Error, { path: dir });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Returns how many were removed: one file that cannot be removed must not keep the others. */
export const removeOne = (path: string): Promise<0 | 1> =>
  rm(path, { force: true }).then(
    () => 1,
    () => 0,
  );
