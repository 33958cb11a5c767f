/** Kysely's core SQLite dialect, with a driver of our own over `node:sqlite`. */
import { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';
import type { WalSync } from './wal-sync.ts';
import { explainBrokenFile, requireSound } from './sqlite-file.ts';

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
  dialect: Dialect;
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
  const driver = new SqliteDriver(database);
  const dialect: Dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return { dialect, database, syncTogether: () => driver.syncTogether(path) };
}
