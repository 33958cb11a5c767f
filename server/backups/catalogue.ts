/** The copied files and their digests, stored in a file so that memory use stays constant. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

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

/** In the format of `sha256sum`, in chunks. */
export function* sumLines(catalogue: Catalogue, prefix: string): Generator<Buffer> {
  let lines = '';
  for (const { key, sha256 } of catalogue.all()) {
    lines += `${sha256}  ${prefix}${key}\n`;
    if (lines.length < BATCH_CHARS) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines) yield Buffer.from(lines);
}

/** Length and digest of the output of `sumLines`. */
export function measureSums(
  catalogue: Catalogue,
  prefix: string,
): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of sumLines(catalogue, prefix)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
