/** How SQLite keeps values that it has no type for, by the declared type of a column. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';

type Row = Record<string, unknown>;

export function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) return JSON.stringify(value);
  return value as SQLInputValue;
}

/** Values of other types are returned as they are. */
const READERS: Record<string, (value: unknown) => unknown> = {
  boolean: (value) => value === 1,
  timestamptz: (value) => new Date(value as string),
  jsonb: (value) => JSON.parse(value as string) as unknown,
};

/** The rows that the statement has just read, whose values are replaced. */
export function readValues(statement: StatementSync, rows: Row[]): Row[] {
  if (rows.length === 0) return rows;
  // Asked after each reading: another process may have added a column, which `select *` returns.
  for (const { name, type } of statement.columns()) {
    const read = READERS[type?.toLowerCase() ?? ''];
    if (read) for (const row of rows) if (row[name] !== null) row[name] = read(row[name]);
  }
  return rows;
}
