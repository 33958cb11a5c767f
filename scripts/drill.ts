/**
 * `npm run drill -- restore|faults|rush|scores [WORDS]`: each drill shows that nothing of what was
 * acknowledged is lost: by a restore, by faults of what it runs on, by the rush before a deadline, by cut lines in a hall.
 * Fails if something is. The last three need what only a checkout has.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '#domain/constants.ts';
import { describeCounts } from '#server/backups/archive.ts';
import { BackupError } from '#server/backups/backup-error.ts';
import { openTarget } from '#server/backups/places.ts';
import { compareRestored, restoreBackup } from '#server/backups/restore.ts';
import { readConfig, type Config } from '#server/config.ts';
import { runBackup } from '#server/jobs/backup-job.ts';
import { startServer } from '#server/start.ts';
import { endWithReader, readOneWord, runCommand } from './command-line.ts';

const settingsFor = (dataDir: string): Config =>
  readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: 'off', LOG_LEVEL: 'silent' });

/** Where the backup is: the argument, `BACKUP_TO`, or a new one. */
async function findSource(config: Config, word: string | undefined, folder: string) {
  const from = word ?? config.backup.to;
  if (from) return openTarget(from, config.backup);
  const path = join(folder, 'drill.tar');
  console.log('BACKUP_TO is not set: a backup is made for the drill.');
  await runBackup(config, path, false, console);
  return openTarget(path, config.backup);
}

/** Whether the product runs with the restored data, not reachable from outside. */
async function tryProduct(dataDir: string): Promise<void> {
  const server = await startServer(settingsFor(dataDir));
  try {
    for (const path of ['/readyz', '/api/v1/programs/?limit=1']) {
      const { status } = await fetch(server.url + path);
      if (status !== 200)
        throw new BackupError(
          `The product does not run with the backup: ${path} answers ${status}.`,
        );
    }
  } finally {
    await server.close();
  }
}

/**
 * Restores the newest backup into an empty place, compares counts and digests, starts the product
 * with it, and deletes it. Without any backup it makes one first.
 */
async function tryRestore(config: Config, word: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-drill-'));
  try {
    const source = await findSource(config, word, folder);
    const dataDir = join(folder, 'restored');
    const settings = { dataDir, databaseUrl: undefined, s3: undefined };
    const begun = performance.now();
    const order = { settings, source, key: config.backup.key, log: console };
    const { manifest, name } = await restoreBackup(order);
    const { tables, files } = await compareRestored(settings, manifest);
    await tryProduct(dataDir);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const hours = ((Date.now() - Date.parse(manifest.made_at)) / HOUR_MS).toFixed(1);
    return [
      `Restored ${name}, ${hours} hours old, in ${seconds} s: ${describeCounts(manifest)}.`,
      `Compared: ${tables} tables by their rows, ${files} files by their digests: all the same. The product runs with it.`,
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const DRILLS: Record<string, () => Promise<unknown>> = {
  restore: () =>
    runCommand({
      usage: 'Usage: npm run drill -- restore [FILE|FOLDER|BUCKET]',
      read: readOneWord,
      run: tryRestore,
    }),
  faults: () => import('./drills/faults.ts'),
  rush: () => import('./drills/rush.ts'),
  scores: () => import('./drills/scores.ts'),
};

endWithReader();
const [name = ''] = process.argv.splice(2, 1);
if (!Object.hasOwn(DRILLS, name)) {
  console.error(`Usage: npm run drill -- ${Object.keys(DRILLS).join('|')} [WORDS]`);
  process.exit(2);
}
// Ending a drill also ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await DRILLS[name]!();
