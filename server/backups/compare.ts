/** Compares a restored installation with its backup, by counts and digests. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../db/open.ts';
import { requiredFiles, requireWhole } from '../db/snapshot.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { countRows } from './sqlite-rows.ts';
import { storeOf, type Settings } from './whole-copy.ts';

/**
 * Takes an installation on SQLite that has not been started. Returns how much was compared; refuses
 * at the first difference.
 */
export async function compareRestored(
  settings: Settings,
  manifest: Manifest,
): Promise<{ tables: number; files: number }> {
  const database = new DatabaseSync(join(settings.dataDir, DATABASE_FILE), { readOnly: true });
  try {
    requireWhole(database);
    const rows = countRows(database);
    for (const [name, count] of Object.entries(manifest.tables ?? {}))
      if (rows[name] !== count)
        throw new BackupError(
          `The table ${name} has ${rows[name] ?? 0} rows where the backup says ${count}.`,
        );
    return {
      tables: Object.keys(manifest.tables ?? {}).length,
      files: await compareFiles(settings, manifest, database),
    };
  } finally {
    database.close();
  }
}

async function compareFiles(
  settings: Settings,
  manifest: Manifest,
  database: DatabaseSync,
): Promise<number> {
  const store = storeOf(settings);
  const { lost_files: lost = [] } = manifest;
  for (const { key, sha256 } of requiredFiles(database)) {
    if (lost.includes(key)) continue;
    const file = await store.get(key);
    if (!file) throw new BackupError(`The file ${key} is missing.`);
    const hash = createHash('sha256');
    for await (const chunk of file.stream) hash.update(chunk as Buffer);
    if (sha256 && hash.digest('hex') !== sha256)
      throw new BackupError(`The file ${key} is not what was uploaded.`);
  }
  let files = 0;
  for await (const _file of store.list()) files += 1;
  if (files < manifest.files)
    throw new BackupError(`${files} files are there where the backup says ${manifest.files}.`);
  return files;
}
