import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ignoreMissing } from '../files/disk-walk.ts';
import { syncPath } from '../files/sync.ts';
import { BackupError } from './backup-error.ts';
import type { Place } from './place.ts';

/** Prefix of a backup that is not complete yet. */
const PARTIAL = '.partial-';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether the folder, or the one in which it will be made, takes files of this process. */
export async function isWritablePlace(dir: string): Promise<boolean> {
  try {
    await access(dir, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && dir !== dirname(dir) && isWritablePlace(dirname(dir));
  }
}

/**
 * Removes what a process that died while writing has left; its name says which backup it was to be.
 */
async function removePartialsOf(dir: string, name: string): Promise<void> {
  const series = name.replace(/\d{4}-\d\d-\d\dT.*$/, '');
  for (const found of await readdir(dir)) {
    if (found.startsWith(series) && found.includes(PARTIAL))
      await rm(join(dir, found), { force: true, recursive: true });
  }
}

export function openFolderPlace(dir: string): Place {
  return {
    label: dir,
    async write(name, bytes) {
      const path = join(dir, name);
      if (await isThere(path)) throw new BackupError(`${path} exists already.`);
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removePartialsOf(dir, name);
      const partial = `${path}${PARTIAL}${randomUUID().slice(0, 8)}`;
      try {
        await pipeline(
          bytes,
          createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
        );
        if (await isThere(path)) throw new BackupError(`${path} exists already.`);
        await rename(partial, path);
        await syncPath(dir);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      return (await stat(path)).size;
    },
    list: async () => (await readdir(dir).catch(ignoreMissing)) ?? [],
    async open(name) {
      const path = join(dir, name);
      if (!(await isThere(path))) throw new BackupError(`There is no ${path}.`);
      return createReadStream(path, { highWaterMark: 1024 * 1024 });
    },
    remove: (name) => rm(join(dir, name), { force: true }),
  };
}
