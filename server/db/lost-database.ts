import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import { DATABASE_FILE } from './open.ts';
import type { FileStore } from '../files/store.ts';
import { isEmptyStore } from '../files/survey.ts';

/**
 * Runs before the embedded database is opened, which would create a new one: refuses to start if
 * the files belong to a database that is missing.
 */
export async function refuseLostDatabase(
  { dataDir, databaseUrl }: Config,
  files: FileStore,
): Promise<void> {
  const path = join(dataDir, DATABASE_FILE);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (databaseUrl || size || (await isEmptyStore(files)) !== false) return;
  const state = size === 0 ? 'is empty (0 bytes)' : 'is missing';
  const advice =
    'Bring the database back (npm run restore, into an empty folder), or name another DATA_DIR.';
  throw new ConfigError(`DATA_DIR: ${path} ${state}, but stored files are beside it. ${advice}`);
}
