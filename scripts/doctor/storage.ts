/** Checks database, file store and disk: reads, and writes only if reading is not enough. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { labelOf } from '#server/backups/database-copy.ts';
import type { Config } from '#server/config.ts';
import { examineServer, findDamage, hasDatabase, readRelease } from '#server/db/examination.ts';
import { TOO_OLD, type Release } from '#server/db/migrate.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { createDiskStore } from '#server/files/disk.ts';
import { createS3Store } from '#server/files/s3.ts';
import { probeFolder } from '#server/files/write-probe.ts';
import { fault, good, warning, type Finding } from './finding.ts';

const GB = 1e9;
const LEAST_FREE_BYTES = 5 * GB;
const LEAST_FREE_PART = 0.1;
/** Seconds by which two clocks may differ before codes and deadlines suffer. */
const MOST_SECONDS_OFF = 2;
/** Connections: ten for work, one for probes, one for migrations. */
const CONNECTIONS = 12;

export async function lookAtDatabase({ databaseUrl, dataDir }: Config): Promise<Finding[]> {
  const findings = databaseUrl ? await lookAtServer(databaseUrl) : await lookAtFile(dataDir);
  if (findings.some(({ state }) => state === 'fault')) return findings;
  return [...findings, ...refuseRelease(await readRelease({ dataDir, databaseUrl }))];
}

function refuseRelease(release: Release): Finding[] {
  if (release === 'too old') return [fault(`the database is ${TOO_OLD}`, REPLACE)];
  if (release === 'newer')
    return [fault('a newer release of this product has migrated the database', REPLACE)];
  return [];
}

const REPLACE = 'Install that release, as "Upgrading" in docs/operations.md says.';

async function lookAtFile(dataDir: string): Promise<Finding[]> {
  const path = join(dataDir, DATABASE_FILE);
  if (!(await hasDatabase({ dataDir, databaseUrl: undefined }))) return [missingDatabase(path)];
  const damage = findDamage(path);
  if (!damage) return [good(`${path} is sound`)];
  return [
    fault(
      `${path} is damaged: ${damage}`,
      'Move the folder away, and bring back a backup into an empty one: pitch-trek restore FILE',
    ),
  ];
}

const missingDatabase = (path: string): Finding =>
  fault(
    `there is no database at ${path}: the product was never started with these settings`,
    'Start the product once. On a server, "pitch-trek doctor" has the settings of the unit.',
  );

async function lookAtServer(url: string): Promise<Finding[]> {
  const { version, secondsOff, freeConnections } = await examineServer(url);
  const findings = [good(`PostgreSQL ${version} answers`)];
  if (!(await hasDatabase({ dataDir: '', databaseUrl: url })))
    findings.push(missingDatabase(labelOf({ dataDir: '', databaseUrl: url })));
  if (secondsOff > MOST_SECONDS_OFF)
    findings.push(
      fault(
        `its clock and this one differ by ${secondsOff.toFixed(1)} s`,
        'Let both machines take their time from NTP (timedatectl set-ntp true).',
      ),
    );
  if (freeConnections < CONNECTIONS)
    findings.push(
      warning(
        `it has ${freeConnections} connections left, and an instance takes ${CONNECTIONS}`,
        'Raise its max_connections, or set pool_max in DATABASE_URL.',
      ),
    );
  return findings;
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
  const says = `${(free / GB).toFixed(1)} GB is free (${Math.round(part * 100)} %)`;
  const isTight = free < LEAST_FREE_BYTES || part < LEAST_FREE_PART;
  return [
    isTight ? warning(says, 'Make room, or move the files to an object store.') : good(says),
    ...(files > 0 && ffree / files < LEAST_FREE_PART
      ? [warning('few new files fit (inodes)', 'Delete small files there, or use a larger disk.')]
      : []),
  ];
}
