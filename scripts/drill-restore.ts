/**
 * `npm run drill:restore [-- FILE|FOLDER|BUCKET]`: restores the newest backup into an empty place,
 * compares counts and digests, starts the product with it, and deletes it. Without any backup it
 * makes one first; without a database, too, one of an installation with samples.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '#domain/durations.ts';
import { BackupError } from '#server/backups/backup-error.ts';
import { compareRestored } from '#server/backups/compare.ts';
import { readInstallation } from '#server/backups/database-copy.ts';
import { describeCounts } from '#server/backups/manifest.ts';
import { openTarget } from '#server/backups/places.ts';
import { restoreBackup } from '#server/backups/restore.ts';
import { readConfig, type Config } from '#server/config.ts';
import { runBackup } from '#server/jobs/backup-run.ts';
import { startServer } from '#server/start.ts';
import { readOneWord, runCommand } from './command-line.ts';

const USAGE = 'Usage: npm run drill:restore [-- FILE|FOLDER|BUCKET]';

const settingsFor = (dataDir: string, samples: 'on' | 'off'): Config =>
  readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: samples, LOG_LEVEL: 'silent' });

/** A temporary installation for the drill, if there is none yet. */
async function makeSample(dataDir: string, key: string | undefined): Promise<Config> {
  const config = settingsFor(dataDir, 'on');
  await (await startServer(config)).close();
  console.log('There is no database yet: the drill uses one with samples.');
  return { ...config, backup: { ...config.backup, key } };
}

/** Where the backup is: the argument, `BACKUP_TO`, or a new one. */
async function findSource(config: Config, word: string | undefined, folder: string) {
  const from = word ?? config.backup.to;
  if (from) return openTarget(from, config.backup);
  const isThere = await readInstallation(config, console).then(
    () => true,
    (error) => {
      if (!(error instanceof BackupError)) throw error;
      return false;
    },
  );
  const source = isThere ? config : await makeSample(join(folder, 'sample'), config.backup.key);
  const path = join(folder, 'drill.tar');
  console.log('BACKUP_TO is not set: a backup is made for the drill.');
  await runBackup(source, path, false, console);
  return openTarget(path, config.backup);
}

/** Whether the product runs with the restored data, not reachable from outside. */
async function tryProduct(dataDir: string): Promise<void> {
  const server = await startServer(settingsFor(dataDir, 'off'));
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

await runCommand(USAGE, async (config, words, refuse) => {
  const word = readOneWord(words, refuse);
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
});
