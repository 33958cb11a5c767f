/**
 * The rows of a database, independent of engine and tables, which are read from its own catalogue.
 * Values are neutral: booleans, dates, parsed JSON, texts and numbers.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { readValues, toSqlite } from '../db/sqlite.ts';
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

/** Copies all rows and reads them back: counts and digests must be equal. */
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

/** Rows read at once. */
export const BATCH = 200;

/** JSON may be a text or a number of its own. */
const toValue = (value: unknown, kind: Column['kind']): SQLInputValue =>
  value !== null && kind === 'json' ? JSON.stringify(value) : toSqlite(value);

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The product's tables in an open file; triggers maintain its search indexes. */
function tablesOf(database: DatabaseSync): Table[] {
  const names = database
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all() as { name: string }[];
  const columns = database.prepare(
    'select name, type from pragma_table_xinfo(?) where hidden = 0 order by cid',
  );
  return names
    .filter(({ name }) => !isItsOwn(name))
    .map(({ name }) => ({
      name,
      columns: (columns.all(name) as { name: string; type: string }[]).map((column) => ({
        name: column.name,
        kind: kindOf(column.type),
      })),
    }));
}

/** Writes in one transaction, which `enforceReferences` commits. */
export function sqliteRows(database: DatabaseSync): RowWriter {
  return {
    tables: async () => tablesOf(database),
    async *rows({ name, columns }) {
      const list = columns.map((column) => quote(column.name)).join(', ');
      const found = database.prepare(`select ${list} from ${quote(name)}`);
      found.setReturnArrays(true);
      let batch: Row[] = [];
      for (const row of found.iterate() as Iterable<unknown>) {
        batch.push(row as Row);
        if (batch.length < BATCH) continue;
        yield readValues(found, batch);
        batch = [];
      }
      if (batch.length > 0) yield readValues(found, batch);
    },
    suspendReferences: async () => database.exec('pragma foreign_keys = off; begin immediate'),
    async insert({ name, columns }, rows) {
      const statement = database.prepare(
        `insert into ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows)
        statement.run(...row.map((value, place) => toValue(value, columns[place]!.kind)));
    },
    async enforceReferences() {
      database.exec('commit');
      if (database.prepare('pragma foreign_key_check').get())
        throw new BackupError('The database has rows that belong to nothing.');
    },
  };
}

export function countRows(database: DatabaseSync): Record<string, number> {
  return Object.fromEntries(
    tablesOf(database).map(({ name }) => [
      name,
      (database.prepare(`select count(*) as total from ${quote(name)}`).get() as { total: number })
        .total,
    ]),
  );
}
