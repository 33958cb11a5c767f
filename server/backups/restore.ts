/** Brings a backup back into an empty place, on either engine and either store. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { requiredFiles, requireWhole } from '../db/examination.ts';
import { DATABASE_FILE } from '../db/open.ts';
import { makeFolder, makePrivateFolder } from '../files/folders.ts';
import { CONTENT_TYPES } from '../files/media-keys.ts';
import { isFileKey, type FileStore } from '../files/store.ts';
import { isEmptyStore } from '../files/sweep.ts';
import {
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  measureSums,
  openCatalogue,
  SUMS_ENTRY,
  unpackEntries,
  type Bytes,
  type Catalogue,
  type Entry,
  type Manifest,
} from './archive.ts';
import { BackupError } from './backup-error.ts';
import {
  describeLost,
  findLost,
  measured,
  readFacts,
  storeOf,
  withWorkFolder,
  type Settings,
} from './create.ts';
import { loadCopy, requireEmptyDatabase, requireKnownRelease, type Log } from './database-copy.ts';
import { decrypt } from './encryption.ts';
import { whileFolderLocked } from './lock.ts';
import { findBackup, type Target } from './places.ts';
import { countRows } from './rows.ts';

type Order = { settings: Settings; source: Target; key: string | undefined; log: Log };
type RestoreResult = { manifest: Manifest; name: string };

/** An interrupted restore resumes where its files are. */
export async function restoreBackup(order: Order): Promise<RestoreResult> {
  const { settings, source, key, log } = order;
  await requireEmptyDatabase(settings, log);
  const name = await findBackup(source);
  const open = async () => decrypt(await source.place.open(name), key);
  makePrivateFolder(settings.dataDir);
  const whileLocked: Restoring['whileLocked'] = (work) => whileFolderLocked(settings.dataDir, work);
  return withWorkFolder(settings.dataDir, async (folder) => {
    const folders = { folder, staging: folder };
    const { manifest } = await restoreArchive({ settings, open, ...folders, log, whileLocked });
    const { lost_files: lost = [] } = manifest;
    if (lost.length > 0) log.warn(`When the backup was made: ${describeLost(lost)}`);
    return { manifest, name };
  });
}

export type Restoring = {
  settings: Settings;
  /** The archive, from its beginning. */
  open: () => Promise<Bytes>;
  /** For temporary files; `staging` is on the disk of a disk store: storing a file renames it. */
  folder: string;
  staging: string;
  log: Log;
  /** Holds a lock on the target while it is written to. */
  whileLocked: (work: () => Promise<Restored>) => Promise<Restored>;
  keepsStore?: boolean;
  keepsDatabase?: boolean;
  /** Called after each file: how many were stored, and how many were there. */
  onFile?: ((stored: number, there: number) => void | Promise<void>) | undefined;
};
type Restored = { manifest: Manifest; stored: number; there: number };

/** The archive is read twice: nothing is written before all of it was checked. */
export async function restoreArchive(restoring: Restoring): Promise<Restored> {
  const { settings, open, folder, log, keepsStore, keepsDatabase } = restoring;
  const catalogue = openCatalogue(join(folder, 'checked'));
  try {
    const checked = await checkArchive(await open(), folder, catalogue);
    return await restoring.whileLocked(async () => {
      const tally = keepsStore
        ? { stored: 0, there: catalogue.count() }
        : await fillStore(restoring, checked.installation, catalogue);
      if (!keepsDatabase) await loadCopy(checked.path, settings, log);
      return { manifest: checked.manifest, ...tally };
    });
  } finally {
    catalogue.close();
  }
}

/** Reads and checks the whole archive; of its entries, only the database is stored. */
async function checkArchive(archive: Bytes, folder: string, catalogue: Catalogue) {
  const path = join(folder, 'restored.sqlite');
  const targets = new Map([
    [DATABASE_ENTRY, path],
    [MANIFEST_ENTRY, join(folder, MANIFEST_ENTRY)],
    [SUMS_ENTRY, join(folder, SUMS_ENTRY)],
  ]);
  const digests = new Map<string, string>();
  for await (const { name, size, bytes } of unpackEntries(archive)) {
    const key = keyOf(name);
    const target = targets.get(name);
    if (!target && !(key && isFileKey(key)))
      throw new BackupError(
        `There is something unexpected in the backup: ${JSON.stringify(name)}.`,
      );
    const hash = createHash('sha256');
    if (target)
      await pipeline(
        measured(bytes, hash),
        createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      );
    else for await (const _chunk of measured(bytes, hash));
    if (key) catalogue.add({ key, size, sha256: hash.digest('hex') });
    else digests.set(name, hash.digest('hex'));
  }
  if (!digests.has(MANIFEST_ENTRY))
    throw new BackupError('The backup is incomplete: its manifest is missing.');
  const manifest = readManifest(await readFile(targets.get(MANIFEST_ENTRY)!, 'utf8'));
  checkDigests(manifest, digests, catalogue);
  return { manifest, path, installation: checkDatabase(manifest, path, catalogue) };
}

const keyOf = (name: string): string | undefined =>
  name.startsWith(FILES_PREFIX) ? name.slice(FILES_PREFIX.length) : undefined;

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
    measureSums(catalogue).sha256 === sums_sha256 && digests.get(SUMS_ENTRY) === sums_sha256;
  if (!isAsListed) throw new BackupError('A file in the backup is damaged or missing.');
}

function checkDatabase(manifest: Manifest, path: string, catalogue: Catalogue): string {
  const { installation, migrations } = readFacts(path);
  requireKnownRelease(migrations, 'The backup');
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    requireWhole(copy);
    const { files, lost_files: lostBefore = [] } = manifest;
    const lost = findLost(copy, catalogue);
    if (lost.some((key) => !lostBefore.includes(key)) || catalogue.count() < files)
      throw new BackupError('A file in the backup is missing.');
    if (countRows(copy)['proposals'] !== manifest.proposals)
      throw new BackupError('The backup does not hold what its manifest says.');
  } finally {
    copy.close();
  }
  return installation;
}

export const storeLabelOf = ({ dataDir, s3 }: Settings): string =>
  s3 ? `${s3.endpoint}/${s3.bucket}` : join(dataDir, 'files');

/**
 * Refuses a store with somebody else's files. One with this installation's id is accepted: an
 * interrupted restore resumes there.
 */
export async function claimTarget(settings: Settings, installation: string): Promise<FileStore> {
  if (!settings.s3) makeFolder(join(settings.dataDir, 'files'));
  const store = storeOf(settings);
  const marker = await store.readMarker();
  if (marker === installation) return store;
  if (!(await isEmptyStore(store)))
    throw new BackupError(
      `${storeLabelOf(settings)} is in use: it holds files${marker ? ' of another installation' : ''}. Name an empty folder or bucket.`,
    );
  await store.writeMarker(installation);
  return store;
}

async function fillStore(
  { settings, open, staging, onFile }: Restoring,
  installation: string,
  catalogue: Catalogue,
): Promise<Omit<Restored, 'manifest'>> {
  const store = await claimTarget(settings, installation);
  const tally = { stored: 0, there: 0 };
  for await (const entry of unpackEntries(await open())) {
    const key = keyOf(entry.name);
    if (key) {
      const { sha256 } = catalogue.find(key) ?? { sha256: 'unknown' };
      tally[await storeFile(store, staging, { ...entry, name: key }, sha256)] += 1;
      await onFile?.(tally.stored, tally.there);
    } else for await (const _chunk of measured(entry.bytes, createHash('sha256')));
  }
  if (tally.stored + tally.there < catalogue.count())
    throw new BackupError('The backup changed while it was read. Try again.');
  return tally;
}

const contentTypeOf = (key: string): string => {
  const ending = extname(key).slice(1);
  if (ending === 'pdf') return 'application/pdf';
  return CONTENT_TYPES[ending] ?? 'application/octet-stream';
};

/** Staged, stored, and read back; skips a file that is identical to the stored one. */
async function storeFile(
  store: FileStore,
  staging: string,
  { name: key, size, bytes }: Entry,
  expected: string,
): Promise<'stored' | 'there'> {
  const path = join(staging, 'file');
  const hash = createHash('sha256');
  await pipeline(measured(bytes, hash), createWriteStream(path, { mode: 0o600 }));
  const sha256 = hash.digest('hex');
  if (expected !== sha256)
    throw new BackupError(`The backup changed while it was read: ${key}. Try again.`);
  if ((await digestIn(store, key)) === sha256) return 'there';
  await store.put(key, path, { size, sha256, contentType: contentTypeOf(key) });
  if ((await digestIn(store, key)) !== sha256)
    throw new BackupError(`The file ${key} arrived incomplete. Try again: it resumes from there.`);
  return 'stored';
}

async function digestIn(store: FileStore, key: string): Promise<string | undefined> {
  const file = await store.get(key);
  if (!file) return undefined;
  const hash = createHash('sha256');
  for await (const _chunk of measured(file.stream, hash));
  return hash.digest('hex');
}

/** For a drill: takes an installation on SQLite that has not been started. */
export async function compareRestored(
  settings: Settings,
  manifest: Manifest,
): Promise<{ tables: number; files: number }> {
  const database = new DatabaseSync(join(settings.dataDir, DATABASE_FILE), { readOnly: true });
  try {
    requireWhole(database);
    const [rows, tables] = [countRows(database), Object.entries(manifest.tables ?? {})];
    for (const [name, count] of tables)
      if (rows[name] !== count)
        throw new BackupError(
          `The table ${name} has ${rows[name] ?? 0} rows where the backup says ${count}.`,
        );
    return { tables: tables.length, files: await compareFiles(settings, manifest, database) };
  } finally {
    database.close();
  }
}

async function compareFiles(
  settings: Settings,
  { files, lost_files: lost = [] }: Manifest,
  database: DatabaseSync,
): Promise<number> {
  const store = storeOf(settings);
  for (const { key, sha256 } of requiredFiles(database)) {
    if (lost.includes(key)) continue;
    const digest = await digestIn(store, key);
    if (!digest) throw new BackupError(`The file ${key} is missing.`);
    if (sha256 && digest !== sha256)
      throw new BackupError(`The file ${key} is not what was uploaded.`);
  }
  let found = 0;
  for await (const _file of store.list()) found += 1;
  if (found < files)
    throw new BackupError(`${found} files are there where the backup says ${files}.`);
  return found;
}
