/**
 * The rows of a database, independent of engine and tables, which are read from its own catalogue.
 * Values are neutral: booleans, dates, parsed JSON, texts and numbers.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { BackupError } from './backup-error.ts';

export type Column = { name: string; kind: 'boolean' | 'instant' | 'json' | 'number' | 'plain' };
export type Table = { name: string; columns: Column[] };
export type Row = unknown[];

type RowReader = {
  /** Without what each database maintains itself: search indexes, generated columns, `isItsOwn`. */
  tables(): Promise<Table[]>;
  /** In batches, so that memory use stays constant. */
  rows(table: Table): AsyncIterable<Row[]>;
};
export type RowWriter = RowReader & {
  /** Rows may precede those that they refer to until `enforceReferences`. */
  suspendReferences(): Promise<void>;
  insert(table: Table, rows: Row[]): Promise<void>;
  /** Throws if a reference leads nowhere. */
  enforceReferences(): Promise<void>;
};

/** Each database has its own: the tables of the migrator, and what SQLite maintains for filters. */
export const isItsOwn = (table: string): boolean =>
  table.startsWith('kysely_') || table === 'answered_rows';

const KINDS: [pattern: RegExp, kind: Column['kind']][] = [
  [/^bool/i, 'boolean'],
  [/^timestamp/i, 'instant'],
  [/^jsonb?$/i, 'json'],
  [/^(numeric|double|real|decimal)/i, 'number'],
];

export const kindOf = (type: string): Column['kind'] =>
  KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'plain';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

const toText = (row: Row): string =>
  JSON.stringify(
    row.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : sorted(value),
    ),
  );

const DIGEST_BITS = 256;

/**
 * A count and a digest that are independent of the order of rows, which engines sort differently.
 */
class RowDigest {
  count = 0;
  #sum = 0n;

  add(rows: Row[]): void {
    for (const row of rows)
      this.#sum += BigInt(`0x${createHash('sha256').update(toText(row)).digest('hex')}`);
    this.count += rows.length;
    this.#sum = BigInt.asUintN(DIGEST_BITS, this.#sum);
  }

  equals(other: RowDigest): boolean {
    return this.count === other.count && this.#sum === other.#sum;
  }
}

/**
 * The tables that both sides know, with the columns in one order. Tables that only the source has
 * are not the product's: they are reported. A column that would be lost is refused.
 */
function matchTables(
  from: Table[],
  to: Table[],
  onForeign: (table: string) => void = () => {},
): { source: Table; target: Table }[] {
  const targets = new Map(to.map((table) => [table.name, table]));
  return from.flatMap((table) => {
    const target = targets.get(table.name);
    if (!target) {
      onForeign(table.name);
      return [];
    }
    const columns = new Map(target.columns.map((column) => [column.name, column]));
    const missing = table.columns.find(({ name }) => !columns.has(name));
    if (missing)
      throw new BackupError(
        `The column ${table.name}.${missing.name} is unknown to this release. Use the release that made the database.`,
      );
    const ordered = table.columns.map(({ name }) => columns.get(name)!);
    return [{ source: table, target: { ...target, columns: ordered } }];
  });
}

/**
 * Copies all rows and reads them back: counts and digests must be equal. Returns the number of rows
 * per table.
 */
export async function copyRows(
  from: RowReader,
  to: RowWriter,
  onForeign?: (table: string) => void,
): Promise<Record<string, number>> {
  const pairs = matchTables(await from.tables(), await to.tables(), onForeign);
  const counts: Record<string, number> = {};
  await to.suspendReferences();
  for (const { source, target } of pairs) {
    const [read, written] = [new RowDigest(), new RowDigest()];
    for await (const rows of from.rows(source)) {
      read.add(rows);
      await to.insert(target, rows);
    }
    for await (const rows of to.rows(target)) written.add(rows);
    if (!written.equals(read))
      throw new BackupError(
        `The table ${target.name} arrived incomplete: ${read.count} rows were read, ${written.count} are there, or they differ. Nothing was kept.`,
      );
    counts[target.name] = read.count;
  }
  await to.enforceReferences();
  return counts;
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
