import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { readValues, toSqlite } from '../db/sqlite-values.ts';
import { BackupError } from './backup-error.ts';
import { isItsOwn, kindOf, type Column, type RowWriter, type Row, type Table } from './rows.ts';

const BATCH = 200;

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
      const toRows = (batch: Record<string, unknown>[]): Row[] =>
        readValues(found, batch).map((row) => columns.map((column) => row[column.name]));
      let batch: Record<string, unknown>[] = [];
      for (const row of found.iterate()) {
        batch.push(row);
        if (batch.length < BATCH) continue;
        yield toRows(batch);
        batch = [];
      }
      if (batch.length > 0) yield toRows(batch);
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
