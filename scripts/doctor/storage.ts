/** Database, file store, disk: read, and written to where nothing else tells. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '#server/config.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { requireSound } from '#server/db/sqlite-file.ts';
import { createDiskStore } from '#server/files/disk.ts';
import { createS3Store } from '#server/files/s3.ts';
import { probeFolder } from '#server/files/write-probe.ts';
import { sql } from 'kysely';
import { fault, good, warning, type Finding } from './finding.ts';

const GB = 1e9;
const LEAST_FREE_BYTES = 5 * GB;
const LEAST_FREE_PART = 0.1;
/** Seconds by which two clocks may differ before codes and deadlines suffer. */
const MOST_SECONDS_OFF = 2;
/** Ten for work, one for asking how it is, one for migrations. */
const CONNECTIONS = 12;

/** Nothing is migrated: that is the start's. */
export async function lookAtDatabase({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  if (databaseUrl) return lookAtPostgres(databaseUrl);
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return [good(`${path} will be made at the first start`)];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    requireSound(database);
    return [good(`${path} is sound`)];
  } catch (error) {
    return [
      fault(
        `${path} is damaged: ${(error as Error).message}`,
        'Move the folder away, and bring back a backup into an empty one: npm run restore -- FILE',
      ),
    ];
  } finally {
    database.close();
  }
}

async function lookAtPostgres(url: string): Promise<Finding[]> {
  const { kysely } = await openPostgres(url, { error: () => undefined, warn: () => undefined });
  try {
    const { rows } = await sql<{ version: string; now: Date; most: string; used: number }>`
      select current_setting('server_version') as version, clock_timestamp() as now,
        current_setting('max_connections') as most,
        (select count(*) from pg_stat_activity) as used`.execute(kysely);
    const { version, now, most, used } = rows[0]!;
    const secondsOff = Math.abs(now.getTime() - Date.now()) / 1000;
    const free = Number(most) - Number(used);
    return [
      good(`PostgreSQL ${version} answers`),
      ...(secondsOff > MOST_SECONDS_OFF
        ? [
            fault(
              `its clock and this one differ by ${secondsOff.toFixed(1)} s`,
              'Let both machines take their time from NTP (timedatectl set-ntp true).',
            ),
          ]
        : []),
      ...(free < CONNECTIONS
        ? [
            warning(
              `it has ${free} connections left, and an instance takes ${CONNECTIONS}`,
              'Raise its max_connections, or set pool_max in DATABASE_URL.',
            ),
          ]
        : []),
    ];
  } finally {
    await kysely.destroy();
  }
}

export async function lookAtStore({ s3, dataDir }: Config): Promise<Finding[]> {
  const files = join(dataDir, 'files');
  if (!s3 && !existsSync(files)) return [good(`${files} will be made at the first start`)];
  const store = s3 ? createS3Store(s3) : createDiskStore(files);
  await store.check();
  await store.ping();
  return [good(`${s3 ? `the bucket ${s3.bucket}` : files} takes files and gives them back`)];
}

export async function lookAtDisk({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(dataDir))
    return [
      warning(`${dataDir} is not there yet`, 'The first start makes it: may its user write there?'),
    ];
  await probeFolder(dataDir);
  const { bavail, blocks, bsize, ffree, files } = await statfs(dataDir);
  const [free, part] = [bavail * bsize, bavail / blocks];
  const says = `${(free / GB).toFixed(1)} GB are free (${Math.round(part * 100)} %)`;
  const isTight = free < LEAST_FREE_BYTES || part < LEAST_FREE_PART;
  return [
    isTight ? warning(says, 'Make room, or move the files to an object store.') : good(says),
    ...(files > 0 && ffree / files < LEAST_FREE_PART
      ? [warning('few new files fit (inodes)', 'Delete small files there, or take a larger disk.')]
      : []),
  ];
}
