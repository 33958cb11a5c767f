import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFileKey } from './store.ts';

/** `name` is the path from the starting folder, with slashes. */
type WalkedFile = { path: string; name: string };

/** Names that begin with a dot belong to the store itself and are never keys. */
export const isDotted = ({ name }: WalkedFile): boolean => basename(name).startsWith('.');

/**
 * All files below a folder that could be ours, including dotfiles. Anything else, or unreadable, is
 * reported and skipped: it must not abort the walk. Dot folders are skipped silently.
 */
export async function* walkFiles(
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
