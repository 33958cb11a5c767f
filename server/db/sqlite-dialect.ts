/**
 * Kysely's core SQLite dialect over `node:sqlite`: cached statements, `begin immediate`, values by
 * declared column type.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { SqliteDriver } from './sqlite-driver.ts';
import type { WalSync } from './wal-sync.ts';
import { explainBrokenFile, requireSound } from './sqlite-file.ts';

type Row = Record<string, unknown>;

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) return JSON.stringify(value);
  return value as SQLInputValue;
}

type Reader = (value: unknown) => unknown;

/** By the declared type of a column; values of other types are returned as they are. */
const READERS: Record<string, Reader> = {
  boolean: (value) => value === 1,
  timestamptz: (value) => new Date(value as string),
  jsonb: (value) => JSON.parse(value as string) as unknown,
};

function wrap(statement: StatementSync): SqliteStatement {
  // Asked after each reading: another process may have added a column, which `select *` returns.
  const read = (rows: Row[]): Row[] => {
    if (rows.length === 0) return rows;
    for (const { name, type } of statement.columns()) {
      const readValue = READERS[type?.toLowerCase() ?? ''];
      if (readValue)
        for (const row of rows) if (row[name] !== null) row[name] = readValue(row[name]);
    }
    return rows;
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => read(statement.all(...parameters.map(toSqlite))),
    run: (parameters) => statement.run(...parameters.map(toSqlite)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(toSqlite))) yield read([row])[0];
    },
  };
}

const CACHED_STATEMENTS = 500;

function adapt(database: DatabaseSync): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  const rollback: SqliteStatement = {
    reader: false,
    all: () => [],
    // A failed commit may have rolled back already; a second rollback must not hide the first
    // error.
    run: () => {
      if (database.isTransaction) database.exec('rollback');
      return { changes: 0, lastInsertRowid: 0 };
    },
    iterate: () => [][Symbol.iterator](),
  };
  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare: (sql) => {
      if (sql === 'rollback') return rollback;
      const found = cache.get(sql);
      if (found) return found;
      // A deferred transaction that upgrades fails with "locked" between two processes.
      const statement = wrap(database.prepare(sql === 'begin' ? 'begin immediate' : sql));
      // A pragma takes effect while it is compiled; running the compiled statement again does
      // nothing.
      if (!sql.startsWith('pragma ')) cache.set(sql, statement);
      return statement;
    },
  };
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /**
   * The driver itself schedules the one connection: waiting for another process must not hold up
   * reads.
   */
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Milliseconds that opening waits for another process; nobody is served yet. */
const OPENING_TIMEOUT_MS = 5000;
/**
 * Milliseconds that SQLite itself waits, blocking the process; beyond that, the driver waits off
 * the event loop.
 */
const BUSY_TIMEOUT_MS = 5;

function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, {
      enableForeignKeyConstraints: true,
      timeout: OPENING_TIMEOUT_MS,
    });
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000; pragma temp_store = memory; pragma journal_size_limit = 67108864',
    );
    requireSound(database);
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return database;
  } catch (error) {
    database?.close();
    throw explainBrokenFile(error, path);
  }
}

type Connection = {
  dialect: SqliteDialect;
  database: DatabaseSync;
  /**
   * From this call on, commits are synced together, as far as somebody waits for them (decision
   * 30).
   */
  syncTogether: () => WalSync | undefined;
};

/**
 * Takes a file's path; returns the dialect and the connection. Every commit is synced separately
 * until `syncTogether`.
 */
export function openSqlite(path: string): Connection {
  const database = open(path);
  const adapted = adapt(database);
  const dialect = new SqliteDialect({ database: adapted });
  const driver = new SqliteDriver(adapted);
  dialect.createAdapter = () => new TransactionalSqliteAdapter();
  dialect.createDriver = () => driver;
  return { dialect, database, syncTogether: () => driver.syncTogether(path) };
}
