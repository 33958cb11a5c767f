import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { requireWhole } from '../db/snapshot.ts';
import { notePassedBytes } from '../files/gc.ts';
import { makePrivateFolder } from '../files/folders.ts';
import { isFileKey } from '../files/store.ts';
import { BackupError } from './backup-error.ts';
import { measureSums, openCatalogue, type Catalogue } from './rows.ts';
import { readFacts, withWorkFolder } from './create.ts';
import { requireKnownRelease, loadCopy, requireEmptyDatabase, type Log } from './database-copy.ts';
import { decrypt } from './encryption.ts';
import { claimTarget, storeFile } from './fill-store.ts';
import { whileFolderLocked } from './lock.ts';
import {
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  SUMS_ENTRY,
  type Manifest,
} from './manifest.ts';
import { findBackup, type Target } from './places.ts';
import { readEntries } from './tar.ts';
import { describeLost, findLost, storeOf, type Settings } from './whole-copy.ts';

type Order = { settings: Settings; source: Target; key: string | undefined; log: Log };
type RestoreResult = { manifest: Manifest; name: string };
type UnpackedBackup = {
  manifest: Manifest;
  installation: string;
  path: string;
  catalogue: Catalogue;
};

/**
 * Restores a backup into an empty place. It is read twice: nothing is written before all of it was
 * checked. An interrupted restore resumes where its files are.
 */
export async function restoreBackup(order: Order): Promise<RestoreResult> {
  const { settings, source, key, log } = order;
  await requireEmptyDatabase(settings, log);
  const name = await findBackup(source);
  const open = async () => decrypt(await source.place.open(name), key);
  makePrivateFolder(settings.dataDir);
  return withWorkFolder(settings.dataDir, async (folder) => {
    const catalogue = openCatalogue(join(folder, 'files'));
    try {
      const unpacked = await unpack(await open(), folder, catalogue);
      await whileFolderLocked(settings.dataDir, async () => {
        await fillStore(settings, await open(), unpacked, folder);
        await loadCopy(unpacked.path, settings, log);
      });
      const { lost_files: lost = [] } = unpacked.manifest;
      if (lost.length > 0) log.warn(`When the backup was made: ${describeLost(lost)}`);
      return { manifest: unpacked.manifest, name };
    } finally {
      catalogue.close();
    }
  });
}

async function fillStore(
  settings: Settings,
  archive: AsyncIterable<Buffer>,
  { installation, catalogue }: UnpackedBackup,
  folder: string,
): Promise<void> {
  const store = storeOf(settings);
  await claimTarget(store, settings, installation);
  for await (const { name, size, content } of readEntries(archive)) {
    if (!name.startsWith(FILES_PREFIX)) {
      for await (const { length } of content) notePassedBytes(length);
      continue;
    }
    const key = name.slice(FILES_PREFIX.length);
    const { sha256 } = catalogue.find(key) ?? { sha256: 'unknown' };
    await storeFile(store, folder, { key, size, bytes: content }, sha256);
  }
}

/** Reads and checks the whole archive; of its entries, only the database is stored. */
async function unpack(
  archive: AsyncIterable<Buffer>,
  folder: string,
  catalogue: Catalogue,
): Promise<UnpackedBackup> {
  const path = join(folder, 'restored.sqlite');
  const targets = new Map([
    [DATABASE_ENTRY, path],
    [MANIFEST_ENTRY, join(folder, MANIFEST_ENTRY)],
    [SUMS_ENTRY, join(folder, SUMS_ENTRY)],
  ]);
  const digests = new Map<string, string>();
  for await (const { name, size, content } of readEntries(archive)) {
    const key = name.startsWith(FILES_PREFIX) ? name.slice(FILES_PREFIX.length) : undefined;
    if (!targets.has(name) && !(key && isFileKey(key)))
      throw new BackupError(
        `There is something unexpected in the backup: ${JSON.stringify(name)}.`,
      );
    const hash = createHash('sha256');
    async function* measured() {
      for await (const chunk of content) {
        hash.update(chunk);
        notePassedBytes(chunk.length);
        yield chunk;
      }
    }
    if (key) for await (const _chunk of measured());
    else
      await pipeline(measured, createWriteStream(targets.get(name)!, { flags: 'wx', mode: 0o600 }));
    if (key) catalogue.add({ key, size, sha256: hash.digest('hex') });
    else digests.set(name, hash.digest('hex'));
  }
  if (!digests.has(MANIFEST_ENTRY))
    throw new BackupError('The backup is incomplete: its manifest is missing.');
  const manifest = readManifest(await readFile(targets.get(MANIFEST_ENTRY)!, 'utf8'));
  checkDigests(manifest, digests, catalogue);
  return { manifest, path, catalogue, installation: checkDatabase(manifest, path, catalogue) };
}

function readManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    throw new BackupError('The backup is incomplete: its manifest is damaged.');
  }
}

function checkDigests(
  { format, database_sha256, sums_sha256 }: Manifest,
  digests: Map<string, string>,
  catalogue: Catalogue,
): void {
  if (format !== 3)
    throw new BackupError(
      `The backup is from another release of this product (format ${format}). Use that release.`,
    );
  if (digests.get(DATABASE_ENTRY) !== database_sha256)
    throw new BackupError('The database in the backup is damaged.');
  const isAsListed =
    measureSums(catalogue, FILES_PREFIX).sha256 === sums_sha256 &&
    digests.get(SUMS_ENTRY) === sums_sha256;
  if (!isAsListed) throw new BackupError('A file in the backup is damaged or missing.');
}

/** Returns the database's installation. */
function checkDatabase(manifest: Manifest, path: string, catalogue: Catalogue): string {
  const { installation, migrations } = readFacts(path);
  requireKnownRelease(migrations, 'The backup');
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    requireWhole(copy);
    const { total } = copy.prepare('select count(*) as total from proposals').get() as {
      total: number;
    };
    const { files, lost_files: lostBefore = [] } = manifest;
    const lost = findLost(copy, catalogue);
    if (lost.some((key) => !lostBefore.includes(key)) || catalogue.count() < files)
      throw new BackupError('A file in the backup is missing.');
    if (total !== manifest.proposals)
      throw new BackupError('The backup does not hold what its manifest says.');
  } finally {
    copy.close();
  }
  return installation;
}
