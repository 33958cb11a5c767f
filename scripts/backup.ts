/**
 * `npm run backup [-- FILE|FOLDER|BUCKET]`: database and files in one archive, while the product
 * runs.
 */
import { BackupError } from '#server/backups/backup-error.ts';
import { describeCounts } from '#server/backups/manifest.ts';
import { describeLost } from '#server/backups/whole-copy.ts';
import { runBackup } from '#server/jobs/backup-run.ts';
import { readOneWord, runCommand } from './command-line.ts';

const USAGE = 'Usage: npm run backup -- FILE   (or a folder, a bucket address, or set BACKUP_TO)';

await runCommand(USAGE, async (config, words, refuse) => {
  const word = readOneWord(words, refuse);
  const to = word ?? config.backup.to ?? refuse();
  const { manifest, label, name, removed } = await runBackup(config, to, !word, console);
  const cleared = removed.length > 0 ? ` ${removed.length} old ones removed.` : '';
  const path = `${label}${label.endsWith('/') ? '' : '/'}${name}`;
  const saved = `Saved ${describeCounts(manifest)} to ${path}.${cleared}`;
  const { lost_files: lost = [] } = manifest;
  if (lost.length > 0) throw new BackupError(`${saved} ${describeLost(lost)}`);
  return saved;
});
