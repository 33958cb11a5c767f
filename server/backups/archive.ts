/**
 * What a backup is made of: a tar file, which `tar` reads too, of stored files, their digests in
 * the format of `sha256sum`, the database, and at last its description of itself: an archive
 * without it is incomplete.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack, type Header } from 'tar-stream';
import { countOf } from '#domain/count-of.ts';
import { explain, type Rule } from '../explain.ts';
import { BackupError } from './backup-error.ts';

export const DATABASE_ENTRY = 'database.sqlite';
export const FILES_PREFIX = 'files/';
export const SUMS_ENTRY = 'sha256sums.txt';
export const MANIFEST_ENTRY = 'manifest.json';

export type Bytes = AsyncIterable<Buffer>;

export type Counts = {
  users: number;
  programs: number;
  proposals: number;
  files: number;
  tables?: Record<string, number>;
};

/** `lost_files`: keys of files that the store had lost: missing in it, or altered. */
export type CopyCounts = Counts & { lost_files?: string[] };

/** `sums_sha256`: the digest of the list of the files' digests. */
export type Manifest = CopyCounts & {
  format: 3;
  made_at: string;
  engine: 'sqlite' | 'postgres';
  installation: string;
  migrations: string[];
  database_sha256: string;
  sums_sha256: string;
};

export const describeCounts = ({ users, programs, proposals, files }: Counts): string =>
  [
    countOf('user', 'users')(users),
    countOf('program', 'programs')(programs),
    countOf('proposal', 'proposals')(proposals),
    countOf('file', 'files')(files),
  ].join(', ');

/** Adds one file: throws if there are fewer or more bytes than its size. */
export type AddEntry = (
  name: string,
  size: number,
  bytes: Iterable<Buffer> | Bytes,
) => Promise<void>;

/** The bytes of an archive, made while they are read. */
export async function* packEntries(
  modifiedAt: Date,
  write: (add: AddEntry) => Promise<void>,
): AsyncGenerator<Buffer> {
  const archive = pack();
  const add: AddEntry = async (name, size, bytes) => {
    const entry = archive.entry({ name, size, mode: 0o600, mtime: modifiedAt });
    await pipeline(bytes, entry).catch((error: Error) => {
      if (error.message !== 'Size mismatch') throw error;
      throw new BackupError(`${name} changed while it was copied. Try again.`);
    });
  };
  const writing = write(add).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  );
  try {
    yield* archive as AsyncIterable<unknown> as Bytes;
  } finally {
    archive.destroy();
    await writing;
  }
}

const UNREADABLE: Rule[] = [
  [
    ({ message }) => message === 'Unexpected end of data',
    'The backup is cut off: its end is missing.',
  ],
  [({ message }) => message.startsWith('Invalid'), 'This is not a backup of this product.'],
];

async function* readable<T>(items: AsyncIterable<unknown>): AsyncGenerator<T> {
  try {
    yield* items as AsyncIterable<T>;
  } catch (error) {
    const says = explain(error, UNREADABLE);
    throw says ? new BackupError(says) : error;
  }
}

type Contents = AsyncIterable<unknown> & { header: Header };
export type Entry = { name: string; size: number; bytes: Bytes };

/** The files of an archive, one after the other; read each to its end before the next. */
export async function* unpackEntries(archive: Bytes): AsyncGenerator<Entry> {
  const [source, reader] = [Readable.from(archive), extract()];
  // A failure reaches whoever reads.
  const reading = pipeline(source, reader).catch(() => undefined);
  try {
    for await (const entry of readable<Contents>(reader)) {
      const { name, size = 0, type } = entry.header;
      // Links and folders have no place in a backup, whatever they are called.
      yield { name: type === 'file' ? name : `${name} (${type})`, size, bytes: readable(entry) };
    }
  } finally {
    source.destroy();
    await reading;
  }
}

type CopiedFile = { key: string; size: number; sha256: string };

export type Catalogue = {
  add(file: CopiedFile): void;
  find(key: string): CopiedFile | undefined;
  all(): IterableIterator<CopiedFile>;
  count(): number;
  close(): void;
};

/** Adds in one transaction: a commit for each file would sync the disk each time. */
export function openCatalogue(path: string): Catalogue {
  const database = new DatabaseSync(path);
  database.exec(
    `pragma synchronous = off; pragma journal_mode = off;
     create table files (key text primary key, size integer not null, sha256 text not null) without rowid; begin`,
  );
  const insert = database.prepare('insert or replace into files values (?, ?, ?)');
  const select = database.prepare('select key, size, sha256 from files where key = ?');
  const all = database.prepare('select key, size, sha256 from files order by key');
  return {
    add: ({ key, size, sha256 }) => void insert.run(key, size, sha256),
    find: (key) => select.get(key) as CopiedFile | undefined,
    all: () => all.iterate() as IterableIterator<CopiedFile>,
    count: () =>
      (database.prepare('select count(*) as total from files').get() as { total: number }).total,
    close: () => database.close(),
  };
}

const BATCH_CHARS = 64 * 1024;

/** The digests of the files, in chunks. */
export function* sumLines(catalogue: Catalogue): Generator<Buffer> {
  let lines = '';
  for (const { key, sha256 } of catalogue.all()) {
    lines += `${sha256}  ${FILES_PREFIX}${key}\n`;
    if (lines.length < BATCH_CHARS) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines) yield Buffer.from(lines);
}

/** Length and digest of the output of `sumLines`. */
export function measureSums(catalogue: Catalogue): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of sumLines(catalogue)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
