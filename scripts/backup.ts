/**
 * `npm run backup [-- FILE|FOLDER|BUCKET]`: database and files in one archive, while the product
 * runs.
 */
import { BackupError } from '#server/backups/backup-error.ts';
import { describeCounts } from '#server/backups/archive.ts';
import { openTarget } from '#server/backups/places.ts';
import { describeLost } from '#server/backups/create.ts';
import type { Config } from '#server/config.ts';
import { runBackup } from '#server/jobs/backup-job.ts';
import { readOneWord, runCommand } from './command-line.ts';

const USAGE = 'Usage: npm run backup -- FILE   (or a folder, a bucket address, or set BACKUP_TO)';

type Words = { to: string; isSeries: boolean };

function readWords(words: string[], config: Config, refuse: () => never): Words {
  const word = readOneWord(words, config, refuse);
  const to = word ?? config.backup.to ?? refuse();
  // Refuses an address that cannot be one.
  openTarget(to, config.backup, !word);
  return { to, isSeries: !word };
}

async function backUp(config: Config, { to, isSeries }: Words): Promise<string> {
  const { manifest, label, name, removed } = await runBackup(config, to, isSeries, console);
  const cleared = removed.length > 0 ? ` ${removed.length} old ones removed.` : '';
  const path = `${label}${label.endsWith('/') ? '' : '/'}${name}`;
  const saved = `Saved ${describeCounts(manifest)} to ${path}.${cleared}`;
  const { lost_files: lost = [] } = manifest;
  if (lost.length > 0) throw new BackupError(`${saved} ${describeLost(lost)}`);
  return saved;
}

await runCommand({ usage: USAGE, read: readWords, run: backUp });
