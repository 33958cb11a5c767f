/**
 * `npm run restore [-- FILE|FOLDER|BUCKET]`: restores a backup, by default the newest, into an
 * empty place.
 */
import { labelOf } from '#server/backups/database-copy.ts';
import { describeCounts } from '#server/backups/archive.ts';
import type { Target } from '#server/backups/places.ts';
import { restoreBackup } from '#server/backups/restore.ts';
import type { Config } from '#server/config.ts';
import { readBackupTarget, runCommand } from './command-line.ts';

const USAGE = 'Usage: npm run restore -- FILE   (or a folder, a bucket address, or set BACKUP_TO)';

async function restore(config: Config, source: Target): Promise<string> {
  const { manifest, name } = await restoreBackup({
    settings: config,
    source,
    key: config.backup.key,
    log: console,
  });
  const to = config.databaseUrl ? labelOf(config) : config.dataDir;
  return `Restored ${describeCounts(manifest)} from ${name} to ${to}.`;
}

await runCommand({
  usage: USAGE,
  startsEmpty: () => true,
  read: readBackupTarget,
  run: restore,
});
