/**
 * Checks database, file store, disk and backups: reads, and writes only if reading is not enough.
 */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#domain/constants.ts';
import { labelOf, withDatabase } from '#server/backups/database-copy.ts';
import { readBackupRecord } from '#server/backups/record.ts';
import type { Config } from '#server/config.ts';
import { examineServer, findDamage, hasDatabase, readRelease } from '#server/db/examination.ts';
import { TOO_OLD, type Release } from '#server/db/migrate.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { createDiskStore } from '#server/files/disk.ts';
import { probeFolder } from '#server/files/folders.ts';
import { createS3Store } from '#server/files/s3.ts';
import { isBucketAddress } from '#server/settings/backups.ts';
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
  if (release === 'too old')
    return [fault(`the database is ${TOO_OLD}`, 'Set DATA_DIR or DATABASE_URL to another one.')];
  if (release === 'newer')
    return [
      fault(
        'a newer release of this product has migrated the database',
        'Install that release, as "Upgrading" in docs/operations.md says.',
      ),
    ];
  return [];
}

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
  const place = { dataDir: '', databaseUrl: url };
  const { version, secondsOff, freeConnections } = await examineServer(url);
  const findings = [good(`PostgreSQL ${version} answers`)];
  if (!(await hasDatabase(place))) findings.push(missingDatabase(labelOf(place)));
  if (secondsOff > MOST_SECONDS_OFF) {
    const says = `its clock and this one differ by ${secondsOff.toFixed(1)} s`;
    const todo = 'Let both machines take their time from NTP (timedatectl set-ntp true).';
    findings.push(fault(says, todo));
  }
  if (freeConnections < CONNECTIONS) {
    const says = `it has ${freeConnections} connections left, and an instance takes ${CONNECTIONS}`;
    const todo = 'Raise its max_connections, or set pool_max in DATABASE_URL.';
    findings.push(warning(says, todo));
  }
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

/** One a day, plus some hours for a running one. */
const OLDEST_MS = 1.25 * DAY_MS;

export async function lookAtBackups(config: Config): Promise<Finding[]> {
  const schedule = config.backup.to
    ? []
    : [
        warning(
          'BACKUP_TO is not set',
          'Set BACKUP_TO, or back up every night by hand (pitch-trek backup) and copy it to another machine.',
        ),
      ];
  return [...schedule, ...(await lookFromInside(config)), ...(await lookAtRecord(config))];
}

const ANSWER_MS = 5_000;
const ANYWHERE = ['0.0.0.0', '::'];

/** The unit hides folders from the product that a command can write to: so it is asked itself. */
async function lookFromInside({ backup: { to }, host, port }: Config): Promise<Finding[]> {
  if (!to || isBucketAddress(to)) return [];
  const reached = ANYWHERE.includes(host) ? '127.0.0.1' : host;
  const name = reached.includes(':') ? `[${reached}]` : reached;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const canWrite = await fetch(`http://${name}:${port}/readyz?verbose`, { signal })
    .then((answer) => answer.json() as Promise<{ backups?: { is_writable: boolean | null } }>)
    .then(({ backups }) => backups?.is_writable ?? undefined)
    .catch(() => undefined);
  if (canWrite) return [good(`the running product can write to ${to}`)];
  if (canWrite === undefined)
    return [
      warning(
        `whether the running product can write to ${to} is not known: it does not answer on port ${port}`,
        'Start it, and run the doctor again.',
      ),
    ];
  return [
    fault(
      `the running product cannot write to ${to}`,
      'Give the folder to its user, and name it in ReadWritePaths of the unit: step 8 of docs/operations.md.',
    ),
  ];
}

async function lookAtRecord(config: Config): Promise<Finding[]> {
  const isEmpty = !config.databaseUrl && !existsSync(join(config.dataDir, DATABASE_FILE));
  if (isEmpty) return [good('there is nothing to back up yet')];
  const { lastGoodAt, lastFailedAt } = await withDatabase(config, readBackupRecord);
  if (!lastGoodAt) {
    const todo = 'Run pitch-trek backup, and read its output.';
    return [
      lastFailedAt ? fault('none has succeeded yet', todo) : warning('none is made yet', todo),
    ];
  }
  const age = Date.now() - lastGoodAt.getTime();
  const says = `the last good one was made ${(age / DAY_MS).toFixed(1)} days ago`;
  const hasFailed = lastFailedAt !== null && lastFailedAt > lastGoodAt;
  return [
    age > OLDEST_MS || hasFailed
      ? fault(
          says + (hasFailed ? ', and one has failed since' : ''),
          'See in the log why the last ones failed; run pitch-trek backup now.',
        )
      : good(says),
  ];
}
