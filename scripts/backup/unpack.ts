import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DATABASE_FILE } from '#server/db/open.ts';
import { inspectSnapshot } from '#server/db/snapshot.ts';
import { isFileKey } from '#server/files/store.ts';
import { readManifest } from './create.ts';
import {
  BackupError,
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  type Manifest,
} from './manifest.ts';
import { readEntries } from './tar.ts';

/**
 * Puts a backup into an empty data folder. All is checked before anything takes its place: counts,
 * hashes, the database's own check.
 */
export async function restoreBackup(dataDir: string, source: string): Promise<Manifest> {
  if (!existsSync(source)) throw new BackupError(`There is no ${source}.`);
  await refuseUsedFolder(dataDir);
  await mkdir(dataDir, { recursive: true });
  const folder = await mkdtemp(join(dataDir, '.restore-'));
  try {
    const hashes = await unpack(source, folder);
    const manifest = await check(folder, hashes);
    await rmdir(join(dataDir, 'files')).catch(() => undefined);
    await mkdir(join(folder, 'files'), { recursive: true });
    await rename(join(folder, 'files'), join(dataDir, 'files'));
    await rename(join(folder, DATABASE_ENTRY), join(dataDir, DATABASE_FILE));
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const files = await readdir(join(dataDir, 'files')).catch(() => []);
  if (names.some((name) => name.startsWith(DATABASE_FILE)) || files.length > 0)
    throw new BackupError(`${dataDir} is in use: restore into an empty data folder (DATA_DIR).`);
}

/** Writes the entries below the folder; answers the hash of each. */
async function unpack(source: string, folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { name, content } of readEntries(createReadStream(source))) {
    const isKnown =
      name === DATABASE_ENTRY ||
      name === MANIFEST_ENTRY ||
      (name.startsWith(FILES_PREFIX) && isFileKey(name.slice(FILES_PREFIX.length)));
    if (!isKnown)
      throw new BackupError(`There is something foreign in the backup: ${JSON.stringify(name)}.`);
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const hash = createHash('sha256');
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await pipeline(
      content,
      measure,
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
    hashes.set(name, hash.digest('hex'));
  }
  return hashes;
}

async function check(folder: string, hashes: Map<string, string>): Promise<Manifest> {
  if (!hashes.has(MANIFEST_ENTRY))
    throw new BackupError('The backup is not whole: its manifest is missing.');
  const manifest = await readManifest(join(folder, MANIFEST_ENTRY));
  if (hashes.get(DATABASE_ENTRY) !== manifest.database_sha256)
    throw new BackupError('The database in the backup is damaged.');
  const facts = inspectSnapshot(join(folder, DATABASE_ENTRY));
  const damaged = facts.files.find(
    ({ key, sha256 }) =>
      hashes.get(FILES_PREFIX + key) !== (sha256 ?? manifest.files_sha256?.[key] ?? 'missing'),
  );
  if (damaged) throw new BackupError(`A file in the backup is damaged or missing: ${damaged.key}.`);
  if (facts.proposals !== manifest.proposals || facts.files.length !== manifest.files)
    throw new BackupError('The backup does not hold what its manifest says.');
  return manifest;
}
