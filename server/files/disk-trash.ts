import { link, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing, isDotted, walkFiles } from './disk-walk.ts';
import { makeDurableFolder } from './folders.ts';
import { readTrashPath, TRASH_NAME, trashPathOf, type Trash, type TrashedFile } from './store.ts';
import { translated } from './storage-problem.ts';
import { syncPath } from './sync.ts';

/** The trash of a disk store: a folder inside it, so that moving a file there is a rename. */
export function openDiskTrash(dir: string): Trash {
  const trash = join(dir, TRASH_NAME);
  const pathOf = (file: TrashedFile) => join(dir, trashPathOf(file));
  return {
    move: (key, batch) => translated(() => moveFile(join(dir, key), pathOf({ key, batch }))),
    async *list() {
      for await (const found of walkFiles(trash)) {
        const file = isDotted(found) ? undefined : readTrashPath(`${TRASH_NAME}/${found.name}`);
        if (file) yield file;
      }
    },
    restore: (file) =>
      translated(async () => {
        await restoreFile(pathOf(file), join(dir, file.key));
        await removeEmptyFolders(dirname(pathOf(file)), trash);
      }),
    remove: (file) =>
      translated(async () => {
        await rm(pathOf(file), { force: true });
        await removeEmptyFolders(dirname(pathOf(file)), trash);
      }),
  };
}

async function moveFile(from: string, to: string): Promise<void> {
  await makeDurableFolder(dirname(to));
  await rename(from, to).catch(ignoreMissing);
  await syncPath(dirname(to));
}

/** Errors of file systems without hard links, such as exFAT and some network shares. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function restoreFile(from: string, to: string): Promise<void> {
  await makeDurableFolder(dirname(to));
  await bringBack(from, to);
  await syncPath(dirname(to));
  await rm(from, { force: true });
}

/** Unlike a rename, a hard link never replaces an existing file. */
async function bringBack(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!NO_LINKS.has(code)) throw error;
    if (!(await stat(to).catch(ignoreMissing))) await rename(from, to);
  }
}

async function removeEmptyFolders(from: string, top: string): Promise<void> {
  for (let dir = from; dir.length > top.length; dir = dirname(dir)) {
    const isGone = await rmdir(dir).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
