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
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from './sync.ts';

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

/** The same, durable: a new folder is only durable once its parents are synced. */
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
    // Whoever opens it to write says better what is wrong.
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
