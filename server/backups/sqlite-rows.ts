import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { BackupError } from './backup-error.ts';
import { isItsOwn, kindOf, type Column, type RowWriter, type Row, type Table } from './rows.ts';

const BATCH = 200;

const READ: Record<Column['kind'], (value: unknown) => unknown> = {
  boolean: (value) => value === 1,
  instant: (value) => new Date(value as string),
  json: (value) => JSON.parse(value as string),
  number: Number,
  plain: (value) => value,
};

function toSqlite(value: unknown, kind: Column['kind']): SQLInputValue {
  if (value === null) return null;
  if (kind === 'json') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : (value as SQLInputValue);
}

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
      const found = database.prepare(`select ${list} from ${quote(name)}`).iterate();
      let batch: Row[] = [];
      for (const row of found as Iterable<Record<string, unknown>>) {
        batch.push(
          columns.map((column) =>
            row[column.name] === null ? null : READ[column.kind](row[column.name]),
          ),
        );
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    suspendReferences: async () => database.exec('pragma foreign_keys = off; begin immediate'),
    async insert({ name, columns }, rows) {
      const statement = database.prepare(
        `insert into ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows)
        statement.run(...row.map((value, place) => toSqlite(value, columns[place]!.kind)));
    },
    async enforceReferences() {
      database.exec('commit');
      if (database.prepare('pragma foreign_key_check').get())
        throw new BackupError('The database has rows that belong to nothing.');
    },
  };
}

/** Number of rows per table. */
export function countRows(database: DatabaseSync): Record<string, number> {
  return Object.fromEntries(
    tablesOf(database).map(({ name }) => [
      name,
      (database.prepare(`select count(*) as total from ${quote(name)}`).get() as { total: number })
        .total,
    ]),
  );
}
