/**
 * Whether the embedded database's file is sound, and what to tell whoever starts the product when
 * it is not.
 */
import type { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';
import { isDamaged } from './errors.ts';

class DamagedError extends Error {}

/**
 * Reads the whole file once: damage that is found at the first start after it has lost the least.
 * Throws what SQLite says.
 */
export function requireSound(database: DatabaseSync): void {
  const { quick_check: verdict } = database.prepare('pragma quick_check(1)').get() as {
    quick_check: string;
  };
  if (verdict !== 'ok') throw new DamagedError(verdict);
}

/**
 * A file that is no database, is cut or is corrupt, in one line that says what to do; any other
 * error as it is.
 */
export function explainBrokenFile(error: unknown, path: string): unknown {
  if (!(error instanceof DamagedError) && !isDamaged(error)) return error;
  const found = (error as Error).message.replace(/^\*\*\*.*?\n/, '').replace(/\s+/g, ' ');
  return new ConfigError(
    `DATA_DIR: the database ${path} is damaged or no database (${found}). Move that folder away, and bring back a backup into an empty one: npm run restore -- FILE`,
    { cause: error },
  );
}
