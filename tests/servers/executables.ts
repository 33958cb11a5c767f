/** Programs that this machine may have. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export const pathFolders = (): string[] =>
  (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first that is installed of these paths, and of these names on PATH; null if none is. */
export function findExecutable(names: string[], folders = pathFolders()): string | null {
  const paths = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return paths.find(isExecutable) ?? null;
}
