/**
 * One backup according to the settings: made under the lock, recorded, and followed by deleting old
 * backups.
 */
import { resolve, sep } from 'node:path';
import { BackupBusyError, BackupError } from '../backups/backup-error.ts';
import { createBackup, type CreatedBackup } from '../backups/create.ts';
import type { Log } from '../backups/database-copy.ts';
import { whileLocked } from '../backups/lock.ts';
import type { Manifest } from '../backups/manifest.ts';
import {
  listBackups,
  openTarget,
  readBackupName,
  readBucketAddress,
  type Target,
} from '../backups/places.ts';
import { noteBackup, withDatabase } from '../backups/record.ts';
import { findExpired } from '../backups/retention.ts';
import type { KnownIn } from '../backups/whole-copy.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { isBucketAddress } from '../settings/backups.ts';
import { isKnownIn } from './housekeeping.ts';

export const knownIn: KnownIn = (read) => isKnownIn({ db: { read } as Db });

type Ran = CreatedBackup & { label: string; removed: string[] };

/** Refuses a target among the product's own files, where the sweep would remove the backups. */
function refuseOwnStore({ dataDir, s3, backup }: Config, to: string): void {
  const address = readBucketAddress(to, backup);
  const isOwn = isBucketAddress(to)
    ? address &&
      s3 &&
      address.bucket === s3.bucket &&
      address.endpoint === new URL(s3.endpoint).origin
    : `${resolve(to)}${sep}`.startsWith(resolve(dataDir, 'files') + sep);
  if (isOwn)
    throw new BackupError(
      `BACKUP_TO: ${isBucketAddress(to) ? `the bucket ${s3?.bucket}` : to} holds the product's own files. Name another place.`,
    );
}

/** Made and restorable, but counted as failed until someone has dealt with the lost files. */
const isIncomplete = ({ lost_files: lost = [] }: Manifest): boolean => lost.length > 0;

/** `to` is the target; `isSeries`: it is `BACKUP_TO`, where `BACKUP_KEEP` limits the old ones. */
export async function runBackup(
  config: Config,
  to: string,
  isSeries: boolean,
  log: Log,
  now = new Date(),
): Promise<Ran> {
  refuseOwnStore(config, to);
  const target = openTarget(to, config.backup, isSeries);
  try {
    const created = await whileLocked(config, () =>
      createBackup({ settings: config, knownIn, target, key: config.backup.key, now, log }),
    );
    const how = isIncomplete(created.manifest) ? 'failed' : 'succeeded';
    await withDatabase(config, (db) => noteBackup(db, how, now));
    const removed = isSeries ? await clearOld(config, target, created.name) : [];
    return { ...created, label: target.place.label, removed };
  } catch (error) {
    const note = (db: Db['read']) => noteBackup(db, 'failed', now);
    if (isSeries && !(error instanceof BackupBusyError))
      await withDatabase(config, note).catch(() => undefined);
    throw error;
  }
}

/** Deletes only backups of this installation: a folder or bucket may be shared. */
async function clearOld(config: Config, { place }: Target, newest: string): Promise<string[]> {
  const own = readBackupName(newest)?.installation;
  const backups = (await listBackups(place)).filter(({ installation }) => installation === own);
  const expired = findExpired(backups, config.backup.keep);
  for (const { name } of expired) await place.remove(name);
  return expired.map(({ name }) => name);
}
