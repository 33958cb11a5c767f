/**
 * Backups according to the settings: made under the lock, recorded, and followed by deleting old
 * ones; at `BACKUP_AT`, to `BACKUP_TO`, once across all instances.
 */
import { resolve, sep } from 'node:path';
import { BackupBusyError, BackupError } from '../backups/backup-error.ts';
import { createBackup, type CreatedBackup, type KnownIn } from '../backups/create.ts';
import { withDatabase, type Log } from '../backups/database-copy.ts';
import { whileLocked } from '../backups/lock.ts';
import type { Manifest } from '../backups/archive.ts';
import {
  listBackups,
  openTarget,
  readBackupName,
  readBucketAddress,
  type Target,
  findExpired,
} from '../backups/places.ts';
import { noteBackup } from '../backups/record.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/constants.ts';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import type { Db } from '../db/open.ts';
import { startOwnProcess } from '../pool/workers.ts';
import { repeat } from '../queue/worker.ts';
import { isBucketAddress } from '../settings/backups.ts';
import { isKnownIn } from './housekeeping.ts';
import { claimScheduledJob, moveScheduledJob } from './store.ts';

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

/** To the process that makes a backup (backup-process.ts), and what it answers. */
export type Order = { config: Config; now: string };
export type Outcome =
  | { error: string }
  | { name: string; bytes: number; counts: string; lost: string[] };

/** Milliseconds after which a failed backup, or one whose instance died, is retried. */
const AGAIN_MS = HOUR_MS;
const NAME = 'backup';

export function nextBackupAt(times: readonly string[], now: Date): Date {
  const today = now.toISOString().slice(0, 11);
  const next = times
    .map((time) => Date.parse(`${today}${time}:00Z`))
    .map((at) => (at > now.getTime() ? at : at + DAY_MS));
  return new Date(Math.min(...next));
}

type Running = { outcome: Promise<Outcome>; end(): void };

function start(order: Order): Running {
  const child = startOwnProcess(new URL('./backup-process.ts', import.meta.url));
  const outcome = new Promise<Outcome>((resolve) => {
    child.once('message', (message) => resolve(message as Outcome));
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('exit', () =>
      resolve({ error: 'The process of the backup ended before it was done.' }),
    );
  });
  child.send(order);
  return { outcome, end: () => void child.kill() };
}

/** Makes a backup if one is due; `onStart` receives a function that aborts it. */
export async function backUpWhenDue(
  services: Services,
  onStart: (end: () => void) => void = () => {},
): Promise<void> {
  const { config, db, clock, log } = services;
  const now = clock();
  if (!config.backup.to) return;
  const next = nextBackupAt(config.backup.at, now);
  const again = new Date(Math.min(next.getTime(), now.getTime() + AGAIN_MS));
  const latest = new Date(now.getTime() + 2 * DAY_MS);
  if (!(await claimScheduledJob(db.read, NAME, { now, next: again, latest }))) return;
  const { outcome, end } = start({ config, now: now.toISOString() });
  onStart(end);
  const result = await outcome;
  if ('error' in result) {
    log.error({ reason: result.error, again }, 'the backup failed');
    return;
  }
  await moveScheduledJob(db.read, NAME, next);
  if (result.lost.length > 0) log.error(result, 'backed up, without files that the store has lost');
  else log.info(result, 'backed up');
}

/** Checks every minute. Stopping aborts a running backup and leaves nothing incomplete behind. */
export function startBackupJob(services: Services): { stop(): Promise<void> } {
  let end = () => {};
  const look = () =>
    backUpWhenDue(services, (stop) => (end = stop)).catch((error) =>
      services.log.error({ err: error, job: NAME }, 'job failed'),
    );
  const looking = repeat(look, MINUTE_MS, MINUTE_MS);
  return {
    stop() {
      const stopped = looking.stop();
      end();
      return stopped;
    },
  };
}
