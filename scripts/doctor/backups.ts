/**
 * When the last successful backup was made, by the record that both the job and the command write.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '#domain/durations.ts';
import type { Config } from '#server/config.ts';
import { readBackupRecord, withDatabase } from '#server/backups/record.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
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
  return [...schedule, ...(await lookAtRecord(config))];
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
