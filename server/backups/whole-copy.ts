/**
 * Copies database and files together while the product runs: every row has its file. The files are
 * read after the database was copied; if one was deleted in the meantime, a newer copy is taken.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import type { Executor } from '../db/open.ts';
import { requiredFiles, requireWhole } from '../db/snapshot.ts';
import { createDiskStore } from '../files/disk.ts';
import { notePassedBytes } from '../files/gc.ts';
import { createS3Store } from '../files/s3.ts';
import type { FileStore } from '../files/store.ts';
import { inBatches, type IsKnown } from '../files/survey.ts';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { Catalogue } from './rows.ts';
import { openForQuestions, takeCopy, type Log } from './database-copy.ts';
import type { CopyCounts, Counts } from './manifest.ts';
import { countRows } from './sqlite-rows.ts';

export type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;
/** Which of the stored files a database refers to. */
export type KnownIn = (read: Executor) => IsKnown;
/** Read `bytes` to the end before requesting the next file. */
export type FileToCopy = { key: string; size: number; bytes: AsyncIterable<Buffer> };

export const storeOf = ({ dataDir, s3 }: Settings): FileStore =>
  s3 ? createS3Store(s3) : createDiskStore(join(dataDir, 'files'));

/**
 * Deleting a proposal or post while its files are copied requires a newer copy of the database;
 * this is the maximum number of copies.
 */
const ROUNDS = 10;

type Parts = {
  settings: Settings;
  knownIn: KnownIn;
  /** Where to put the copy of the database. */
  path: string;
  catalogue: Catalogue;
  log: Log;
};

/**
 * The number of missing or altered files that a copy may have: with more, it is probably the wrong
 * store, and backups without files would push out the good ones.
 */
const MAX_LOST = 20;

/**
 * Yields each file once, and finally returns the totals. Then `path` contains a database all of
 * whose files have been yielded, except for the few that the store has lost.
 */
export async function* copyWhole(parts: Parts): AsyncGenerator<FileToCopy, CopyCounts> {
  const { settings, path, catalogue, log } = parts;
  let lostBefore = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await takeCopy(settings, path, log);
    const files = yield* copyFiles(parts);
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

const WRONG_STORE = 'Is this the right file store? Nothing was written.';
const NAMED = 5;

/** The files that a backup, or a moved installation, is without. */
export function describeLost(keys: readonly string[]): string {
  const named = keys.slice(0, NAMED).join(', ');
  const more = keys.length > NAMED ? ` and ${keys.length - NAMED} more` : '';
  return `Missing from the file store, or not what was uploaded: ${named}${more}.`;
}

async function* copyFiles(parts: Parts): AsyncGenerator<FileToCopy, number> {
  const { settings, knownIn, path, catalogue } = parts;
  const store = storeOf(settings);
  const questions = await openForQuestions(path);
  const isKnown = knownIn(questions.read);
  try {
    for await (const batch of inBatches(store.list())) {
      const known = await isKnown(batch.map(({ key }) => key));
      for (const { key } of batch.filter((file) => known.has(file.key))) {
        if (!catalogue.find(key)) yield* copyFile(store, key, catalogue);
      }
    }
    return await countKnown(catalogue, isKnown);
  } finally {
    await questions.close();
  }
}

/** Earlier rounds may have copied files that no row refers to any more. */
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

/** Skips a file that no longer exists. */
async function* copyFile(
  store: FileStore,
  key: string,
  catalogue: Catalogue,
): AsyncGenerator<FileToCopy, void> {
  const file = await store.get(key);
  if (!file) return;
  const hash = createHash('sha256');
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const chunk of file!.stream) {
      hash.update(chunk as Buffer);
      notePassedBytes((chunk as Buffer).length);
      yield chunk as Buffer;
    }
  }
  try {
    yield { key, size: file.size, bytes: measured() };
  } finally {
    file.stream.destroy();
  }
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
