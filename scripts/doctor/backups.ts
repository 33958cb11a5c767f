/**
 * When the last successful backup was made, by the record that both the job and the command write.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '#domain/durations.ts';
import type { Config } from '#server/config.ts';
import { readBackupRecord, withDatabase } from '#server/backups/record.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { isBucketAddress } from '#server/settings/backups.ts';
import { fault, good, warning, type Finding } from './finding.ts';

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
