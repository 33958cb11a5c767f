/**
 * Checks whether the embedded database's file is sound, and explains to the operator what is wrong
 * with it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';
import { sqliteCodeOf } from './errors.ts';

class DamagedError extends Error {}

/**
 * Reads the whole file once: damage found at the next start has lost the least. Throws SQLite's
 * message.
 */
export function requireSound(database: DatabaseSync): void {
  const { quick_check: verdict } = database.prepare('pragma quick_check(1)').get() as {
    quick_check: string;
  };
  if (verdict !== 'ok') throw new DamagedError(verdict);
  // The check has filled the whole cache with pages that nobody has requested.
  database.exec('pragma shrink_memory');
}

/** Possible faults of a file, by SQLite's codes, and what to do. */
const FAULTS: { codes: number[]; say: (path: string, found: string) => string }[] = [
  {
    codes: [5, 6],
    say: (path) =>
      `the database ${path} is in use by another process, which holds its lock. End that process (a second start, a backup tool, sqlite3), or name another folder.`,
  },
  {
    codes: [3, 8, 14],
    say: (path, found) =>
      `the database ${path} cannot be opened for writing (${found}). Give it, its folder and the -wal and -shm files beside it to the user who starts the product (chown; they belong to root after sudo npm run restore), and make sure that its disk is not mounted read-only.`,
  },
  {
    codes: [13],
    say: (path, found) =>
      `there is no room left for the database ${path} (${found}). Make room on its disk, or name another folder.`,
  },
  {
    codes: [10],
    say: (path, found) =>
      `the disk cannot read or write the database ${path} (${found}). Check the disk and its free space.`,
  },
  {
    codes: [11, 26],
    say: (path, found) =>
      `the database ${path} is damaged or not a database (${found}). Move that folder away, and bring back a backup into an empty one: npm run restore -- FILE`,
  },
];
const DAMAGED = 26;

/**
 * One line for a file that is damaged, locked, read-only, unreadable or out of space; it names the
 * setting and what to do. Other errors are returned unchanged.
 */
export function explainBrokenFile(error: unknown, path: string): unknown {
  const code = error instanceof DamagedError ? DAMAGED : sqliteCodeOf(error);
  const fault = FAULTS.find(({ codes }) => codes.includes(code ?? NaN));
  if (!fault) return error;
  const found = (error as Error).message.replace(/^\*\*\*.*?\n/, '').replace(/\s+/g, ' ');
  return new ConfigError(`DATA_DIR: ${fault.say(path, found)}`, { cause: error });
}
