/** One backup, restore or move of an installation at a time. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { isBusy } from '../db/errors.ts';
import { BackupBusyError, BackupError } from './backup-error.ts';

const LOCK_FILE = '.backup-lock';
/** An arbitrary number that nothing else locks. */
const LOCK_NUMBER = 7_208_431_554;

const BUSY =
  'Another backup, restore or move of this installation is running. Wait for it to finish.';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Holds the lock while `work` runs: an advisory lock of the database server if there is one, else a
 * lock on a file. Both end with the process, however it ends.
 */
export const whileLocked = <R>(settings: Settings, work: () => Promise<R>): Promise<R> =>
  settings.databaseUrl
    ? whileServerLocked(settings.databaseUrl, work)
    : whileFolderLocked(settings.dataDir, work);

/** For a data folder, whichever database belongs to it. */
export async function whileFolderLocked<R>(dataDir: string, work: () => Promise<R>): Promise<R> {
  if (!existsSync(dataDir)) throw new BackupError(`There is no data folder ${dataDir}.`);
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new BackupBusyError(BUSY) : error;
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function whileServerLocked<R>(databaseUrl: string, work: () => Promise<R>): Promise<R> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  // Losing the lock with its connection only means that another process may begin.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [LOCK_NUMBER],
    );
    if (!rows[0]!.taken) throw new BackupBusyError(BUSY);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
