/**
 * Copies database and files together while the product runs: every row has its file. The files are
 * read after the database was copied; if one was deleted in the meantime, a newer copy is taken.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { Executor } from '../db/open.ts';
import { migrationsOf, requiredFiles, requireWhole } from '../db/examination.ts';
import { createDiskStore } from '../files/disk.ts';
import { notePassedBytes } from '../files/gc.ts';
import { createS3Store } from '../files/s3.ts';
import type { FileStore } from '../files/store.ts';
import { inBatches, type IsKnown } from '../files/sweep.ts';
import {
  DATABASE_ENTRY,
  FILES_PREFIX,
  MANIFEST_ENTRY,
  measureSums,
  openCatalogue,
  packEntries,
  SUMS_ENTRY,
  sumLines,
  type AddEntry,
  type Bytes,
  type Catalogue,
  type CopyCounts,
  type Counts,
  type Manifest,
} from './archive.ts';
import { BackupError } from './backup-error.ts';
import { openForQuestions, readInstallation, takeCopy, type Log } from './database-copy.ts';
import { encrypt } from './encryption.ts';
import { nameBackup, type Target } from './places.ts';
import { countRows } from './rows.ts';

export type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;
/** Which of the stored files a database refers to. */
export type KnownIn = (read: Executor) => IsKnown;

export const storeOf = ({ dataDir, s3 }: Settings): FileStore =>
  s3 ? createS3Store(s3) : createDiskStore(join(dataDir, 'files'));

type Source = { settings: Settings; knownIn: KnownIn; now: Date; log: Log };
type Order = Source & {
  target: Target;
  /** `BACKUP_KEY`; undefined: not encrypted. */
  key: string | undefined;
};
export type CreatedBackup = { manifest: Manifest; name: string; bytes: number };

const WORK = '.backup-work-';

/** A folder for temporary files; leftovers of a dead process are deleted first. */
export async function withWorkFolder<R>(
  parent: string,
  work: (folder: string) => Promise<R>,
): Promise<R> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(WORK)) await rm(join(parent, name), { recursive: true, force: true });
  const folder = await mkdtemp(join(parent, WORK));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * One archive of everything: every row of the copy has its files, except for the few that the store
 * has lost (`lost_files`). Call it under the lock (lock.ts).
 */
export const createBackup = ({ target, key, ...source }: Order): Promise<CreatedBackup> =>
  withWorkFolder(source.settings.dataDir, async (folder) => {
    const installation = await readInstallation(source.settings, source.log);
    const name = target.name ?? nameBackup(installation, source.now, key !== undefined);
    let manifest: Manifest | undefined;
    const plain = readArchive(source, folder, (written) => (manifest = written));
    const bytes = await target.place.write(name, key ? encrypt(plain, key) : plain);
    return { manifest: manifest!, name, bytes };
  });

/** The archive, as it is made; `folder` is for copies of the database. */
export const readArchive = (
  source: Source,
  folder: string,
  onEnd: (manifest: Manifest) => void = () => {},
): Bytes =>
  packEntries(source.now, async (add) => {
    const catalogue = openCatalogue(join(folder, 'copied'));
    try {
      onEnd(await addAll(source, join(folder, 'snapshot.sqlite'), catalogue, add));
    } finally {
      catalogue.close();
    }
  });

async function addAll(
  source: Source,
  path: string,
  catalogue: Catalogue,
  add: AddEntry,
): Promise<Manifest> {
  const counts = await addFiles(source, path, catalogue, add);
  const sums = measureSums(catalogue);
  await add(SUMS_ENTRY, sums.size, sumLines(catalogue));
  const hash = createHash('sha256');
  const chunks = createReadStream(path, { highWaterMark: 1024 * 1024 });
  await add(DATABASE_ENTRY, (await stat(path)).size, measured(chunks, hash)).finally(() =>
    chunks.destroy(),
  );
  const manifest: Manifest = {
    format: 3,
    made_at: source.now.toISOString(),
    engine: source.settings.databaseUrl ? 'postgres' : 'sqlite',
    ...readFacts(path),
    ...counts,
    database_sha256: hash.digest('hex'),
    sums_sha256: sums.sha256,
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await add(MANIFEST_ENTRY, text.length, [text]);
  return manifest;
}

/** The same bytes, added to a digest. */
export async function* measured(bytes: AsyncIterable<unknown>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes as Bytes) {
    hash.update(chunk);
    notePassedBytes(chunk.length);
    yield chunk;
  }
}

export function readFacts(path: string): { installation: string; migrations: string[] } {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const row = copy.prepare('select id from installation').get() as { id: string } | undefined;
    return { installation: row?.id ?? '', migrations: migrationsOf(copy) };
  } finally {
    copy.close();
  }
}

/**
 * Deleting a proposal or post while its files are copied requires a newer copy of the database;
 * this is the maximum number of copies.
 */
const ROUNDS = 10;
/**
 * The number of missing or altered files that a copy may have: with more, it is probably the wrong
 * store, and backups without files would push out the good ones.
 */
const MAX_LOST = 20;
const WRONG_STORE = 'Is this the right file store? Nothing was written.';

/**
 * Adds each file once; then `path` contains a database all of whose files have been added, except
 * for the few that the store has lost.
 */
async function addFiles(
  source: Source,
  path: string,
  catalogue: Catalogue,
  add: AddEntry,
): Promise<CopyCounts> {
  let lostBefore = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await takeCopy(source.settings, path, source.log);
    const files = await addKnown(source, path, catalogue, add);
    const copy = new DatabaseSync(path, { readOnly: true });
    try {
      const lost = findLost(copy, catalogue);
      // A file that was deleted meanwhile is not in the next copy; one that is lost stays lost.
      if (lost.every((key) => lostBefore.has(key))) {
        requireWhole(copy);
        if (lost.length > MAX_LOST) throw new BackupError(`${describeLost(lost)} ${WRONG_STORE}`);
        return { ...countAll(copy, files), lost_files: lost };
      }
      lostBefore = new Set(lost);
    } finally {
      copy.close();
    }
  }
  throw new BackupError('Files were deleted faster than they could be copied. Try again.');
}

/** Of the files that a copy of the database refers to, those that no earlier round has added. */
async function addKnown(
  { settings, knownIn }: Source,
  path: string,
  catalogue: Catalogue,
  add: AddEntry,
): Promise<number> {
  const store = storeOf(settings);
  const questions = await openForQuestions(path);
  const isKnown = knownIn(questions.read);
  try {
    for await (const batch of inBatches(store.list())) {
      const known = await isKnown(batch.map(({ key }) => key));
      for (const { key } of batch.filter((file) => known.has(file.key))) {
        if (!catalogue.find(key)) await addFile(store, key, catalogue, add);
      }
    }
    return await countKnown(catalogue, isKnown);
  } finally {
    await questions.close();
  }
}

/** Earlier rounds may have added files that no row refers to any more. */
async function countKnown(catalogue: Catalogue, isKnown: IsKnown): Promise<number> {
  let count = 0;
  for await (const batch of inBatches(catalogue.all())) {
    const keys = batch.map(({ key }) => key);
    // The result may contain keys that were not asked for.
    const known = await isKnown(keys);
    count += keys.filter((key) => known.has(key)).length;
  }
  return count;
}

async function addFile(
  store: FileStore,
  key: string,
  catalogue: Catalogue,
  add: AddEntry,
): Promise<void> {
  const file = await store.get(key);
  if (!file) return;
  const hash = createHash('sha256');
  await add(FILES_PREFIX + key, file.size, measured(file.stream, hash)).finally(() =>
    file.stream.destroy(),
  );
  catalogue.add({ key, size: file.size, sha256: hash.digest('hex') });
}

/** Keys of files that rows depend on and nobody copied, or that differ from their rows. */
export function findLost(copy: DatabaseSync, catalogue: Catalogue): string[] {
  const lost: string[] = [];
  for (const { key, sha256 } of requiredFiles(copy)) {
    const found = catalogue.find(key);
    if (!found || (sha256 && found.sha256 !== sha256)) lost.push(key);
  }
  return lost;
}

const NAMED = 5;

export function describeLost(keys: readonly string[]): string {
  const named = keys.slice(0, NAMED).join(', ');
  const more = keys.length > NAMED ? ` and ${keys.length - NAMED} more` : '';
  return `Missing from the file store, or not what was uploaded: ${named}${more}.`;
}

function countAll(copy: DatabaseSync, files: number): Counts {
  const tables = countRows(copy);
  const of = (table: string) => tables[table] ?? 0;
  return {
    users: of('users'),
    programs: of('programs'),
    proposals: of('proposals'),
    files,
    tables,
  };
}
