/**
 * The embedded database: Kysely's own dialect over `node:sqlite`, with one connection in turns.
 * Whoever waits, for another process's lock or for the disk, waits off the event loop.
 */
import { open as openLog, type FileHandle } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { ConfigError } from '../config.ts';
import { isBusy, sqliteCodeOf } from './errors.ts';

/** Milliseconds that opening waits for another process; nobody is served yet. */
const OPENING_TIMEOUT_MS = 5000;
/** Milliseconds that SQLite itself waits, blocking the process; the driver waits beyond that. */
const BLOCKING_MS = 5;
/** Milliseconds that a statement or transaction waits for another process before it is refused. */
const BUSY_LIMIT_MS = 5000;
/** Milliseconds before the first and between later tries; jitter keeps two processes out of step. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 50];
/**
 * Pages of 4 kB in the log after which it is copied into the database file; both are then synced
 * while everybody waits. A submission writes about sixty, mostly the same ones.
 */
const CHECKPOINT_PAGES = 4000;
const CACHED_STATEMENTS = 500;

/** `syncTogether`: from then on, commits are synced together, where somebody waits for them. */
export function openSqlite(path: string) {
  const database = openFile(path);
  const driver = new FileDriver(database);
  return {
    dialect: new FileDialect(driver),
    database,
    syncTogether: (): WalSync | undefined => driver.syncTogether(`${path}-wal`),
  };
}

function openFile(path: string): DatabaseSync {
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
    database.exec(`pragma busy_timeout = ${BLOCKING_MS}`);
    return database;
  } catch (error) {
    database?.close();
    throw explainBrokenFile(error, path);
  }
}

class FileDialect extends SqliteDialect {
  readonly #driver: FileDriver;

  constructor(driver: FileDriver) {
    super({ database: driver.shim });
    this.#driver = driver;
  }
  override createDriver(): FileDriver {
    return this.#driver;
  }
  override createAdapter(): SqliteAdapter {
    return new FileAdapter();
  }
}

class FileAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
  /** The driver takes turns: Kysely's own lock would hold up reads while a write waits. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class FileDriver extends SqliteDriver {
  readonly shim: SqliteDatabase;
  readonly #database: DatabaseSync;
  /** What ends the turn of a connection that has a transaction open. */
  readonly #turns = new WeakMap<DatabaseConnection, () => void>();
  #lastTurn: Promise<void> = Promise.resolve();
  #wal: WalSync | undefined;

  constructor(database: DatabaseSync) {
    const shim = statementsOf(database);
    super({ database: shim });
    this.shim = shim;
    this.#database = database;
  }

  /** Undefined if the database has no write-ahead log: then each commit still syncs. */
  syncTogether(log: string): WalSync | undefined {
    if (this.#ask('journal_mode')['journal_mode'] !== 'wal') return undefined;
    this.#database.exec(
      `pragma synchronous = normal; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    );
    this.#wal = new WalSync(log, () => this.#checkpoint());
    return this.#wal;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const shared = await super.acquireConnection();
    const own: DatabaseConnection = {
      executeQuery: (query: CompiledQuery) =>
        this.#turns.has(own) ? shared.executeQuery(query) : this.#executeAlone(shared, query),
      streamQuery: () => {
        throw new Error('The embedded database does not stream: everybody would wait for it');
      },
    } as DatabaseConnection;
    return own;
  }

  async #executeAlone(connection: DatabaseConnection, query: CompiledQuery) {
    const wal = isReading(query.sql) ? undefined : this.#wal;
    await wal?.ready();
    const result = await retryWhileBusy(async () => {
      const endTurn = await this.#takeTurn();
      try {
        const answer = await connection.executeQuery<never>(query);
        wal?.noteCommit();
        return answer;
      } finally {
        endTurn();
      }
    });
    await wal?.settled();
    return result;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#wal?.ready();
    await retryWhileBusy(async () => {
      this.#turns.set(connection, await this.#takeTurn());
      try {
        await super.beginTransaction(connection);
      } catch (error) {
        this.#endTurn(connection);
        throw error;
      }
    });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#wal?.noteCommit();
    this.#endTurn(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A failed commit may have rolled back already: a second one must not hide the first error.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
    this.#endTurn(connection);
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection) this.#endTurn(connection);
  }

  override async destroy(): Promise<void> {
    await this.#takeTurn();
    this.#database.close();
    await this.#wal?.close();
  }

  /** First come, first served. The result ends the turn. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }

  #endTurn(connection: DatabaseConnection): void {
    const end = this.#turns.get(connection);
    if (!end) return;
    if (this.#wal) this.#wal.isAwaited = true;
    this.#turns.delete(connection);
    end();
  }

  /** Copies the whole log into the database file and syncs that. */
  async #checkpoint(): Promise<void> {
    const endTurn = await this.#takeTurn();
    try {
      if (this.#ask('wal_checkpoint(full)')['busy'])
        throw new Error('somebody else is reading the database');
    } finally {
      endTurn();
    }
  }

  #ask = (pragma: string) => this.#database.prepare(`pragma ${pragma}`).get()!;
}

/** A failed `attempt` must have no effect and hold no lock. */
async function retryWhileBusy<R>(attempt: () => Promise<R>): Promise<R> {
  const end = performance.now() + BUSY_LIMIT_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await pause(wait * (0.5 + Math.random()));
    }
  }
}

/** Any other statement may have changed something. */
const isReading = (sql: string): boolean =>
  /^\s*(select|pragma)\b/i.test(sql) ||
  (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql));

/** Statements are compiled once each: compiling costs more than running, and leaves garbage. */
function statementsOf(database: DatabaseSync): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  const compile = (sql: string): SqliteStatement => {
    // A deferred transaction that upgrades fails with "locked" between two processes.
    const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
    statement.setReturnArrays(true);
    const all = (values: readonly unknown[]) => {
      const rows = statement.all(...values.map(toSqlite)) as unknown as unknown[][];
      return byName(statement, readValues(statement, rows));
    };
    return {
      reader: statement.columns().length > 0,
      all,
      run: (values) => statement.run(...values.map(toSqlite)),
      iterate: (values) => all(values).values(),
    };
  };
  return {
    prepare: (sql) => {
      const statement = cache.get(sql) ?? compile(sql);
      // A pragma takes effect while it is compiled; running it again would do nothing.
      if (!sql.startsWith('pragma ')) cache.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

export function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && !ArrayBuffer.isView(value)) return JSON.stringify(value);
  return value as SQLInputValue;
}

/** By the declared type of a column; values of other types are returned as they are. */
const READERS: Record<string, (value: unknown) => unknown> = {
  boolean: (value) => value === 1,
  timestamptz: (value) => new Date(value as string),
  jsonb: (value) => JSON.parse(value as string) as unknown,
};

/** Replaces values in the rows that the statement has just read as arrays. */
export function readValues(statement: StatementSync, rows: unknown[][]) {
  if (rows.length === 0) return rows;
  // Asked after each reading: another process may have added a column, which `select *` returns.
  for (const [place, { type }] of statement.columns().entries()) {
    const read = READERS[type?.toLowerCase() ?? ''];
    if (read) for (const row of rows) if (row[place] !== null) row[place] = read(row[place]);
  }
  return rows;
}

/** Copies of one object share its shape; those that Node makes of rows are tables of hashes each. */
function byName(statement: StatementSync, rows: unknown[][]) {
  if (rows.length === 0) return [];
  const names = statement.columns().map(({ name }) => name);
  const blank = Object.fromEntries(names.map((name) => [name, null]));
  return rows.map((values) => {
    const row: Record<string, unknown> = { ...blank };
    for (let place = 0; place < names.length; place += 1) row[names[place]!] = values[place];
    return row;
  });
}

/** SQLite's code for a failed fsync. */
const IOERR_FSYNC = 1034;

/** Syncs commits once for all callers that wait at that moment (decision 30). */
export class WalSync {
  readonly #path: string;
  readonly #repair: () => Promise<void>;
  #file: FileHandle | undefined;
  /** The number of commits, the last one that somebody waits for, and the last one on the disk. */
  #committed = 0;
  #wanted = 0;
  #synced = 0;
  #isBroken = false;
  #running: Promise<void> | undefined;
  /** Whether anybody waits for the commit of the transaction that is open. */
  isAwaited = true;

  /**
   * `repair` brings all of the log to the disk in another way: after a failed sync, a later success
   * says nothing about the earlier bytes.
   */
  constructor(path: string, repair: () => Promise<void>) {
    this.#path = path;
    this.#repair = repair;
  }

  /** Call it right after each commit, before the next transaction begins. */
  noteCommit(): void {
    this.#committed += 1;
    if (this.isAwaited) this.#wanted = this.#committed;
  }

  /**
   * Resolves when every wanted commit so far would survive a loss of power; rejects with SQLite's
   * error if the disk refuses.
   */
  async settled(): Promise<void> {
    const wanted = this.#wanted;
    while (this.#synced < wanted) await (this.#running ??= this.#sync());
  }

  /** The same for callers that have only read: also resolves if the disk refuses. */
  async seen(): Promise<void> {
    if (!this.#isBroken) await this.settled().catch(() => undefined);
  }

  /** Call it before writing: rejects while the disk refuses. */
  async ready(): Promise<void> {
    if (this.#isBroken) await (this.#running ??= this.#sync());
  }

  async #sync(): Promise<void> {
    try {
      if (this.#isBroken) await this.#repair();
      this.#file ??= await openLog(this.#path, 'r+');
      const covered = this.#committed;
      await this.#file.datasync();
      this.#synced = covered;
      this.#isBroken = false;
    } catch (cause) {
      this.#isBroken = true;
      throw Object.assign(new Error('The disk does not take what was written.', { cause }), {
        code: 'ERR_SQLITE_ERROR',
        errcode: IOERR_FSYNC,
      });
    } finally {
      this.#running = undefined;
    }
  }

  /** Call it after closing the database, which syncs the rest. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

class DamagedError extends Error {}

/**
 * Reads the whole file once: damage found at the next start has lost the least. Throws SQLite's
 * message.
 */
export function requireSound(database: DatabaseSync): void {
  const { quick_check: verdict } = database.prepare('pragma quick_check(1)').get() as {
    quick_check: string;
  };
  if (verdict !== 'ok') throw new DamagedError(verdict);
  // The check has filled the whole cache with pages that nobody has requested.
  database.exec('pragma shrink_memory');
}

const DAMAGED = 26;
/** SQLite's codes, and what the operator reads. */
const FAULTS: [codes: number[], say: (path: string, found: string) => string][] = [
  [
    [5, 6],
    (path) =>
      `the database ${path} is in use by another process, which holds its lock. End that process (a second start, a backup tool, sqlite3), or name another folder.`,
  ],
  [
    [3, 8, 14],
    (path, found) =>
      `the database ${path} cannot be opened for writing (${found}). Give it, its folder and the -wal and -shm files beside it to the user who starts the product (chown; they belong to root after sudo npm run restore), and make sure that its disk is not mounted read-only.`,
  ],
  [
    [13],
    (path, found) =>
      `there is no room left for the database ${path} (${found}). Make room on its disk, or name another folder.`,
  ],
  [
    [10],
    (path, found) =>
      `the disk cannot read or write the database ${path} (${found}). Check the disk and its free space.`,
  ],
  [
    [11, DAMAGED],
    (path, found) =>
      `the database ${path} is damaged or not a database (${found}). Move that folder away, and bring back a backup into an empty one: npm run restore -- FILE`,
  ],
];

/** One line that names the setting and what to do; other errors are returned unchanged. */
export function explainBrokenFile(error: unknown, path: string): unknown {
  const code = error instanceof DamagedError ? DAMAGED : sqliteCodeOf(error);
  const [, say] = FAULTS.find(([codes]) => codes.includes(code ?? NaN)) ?? [];
  if (!say) return error;
  const found = (error as Error).message.replace(/^\*\*\*.*?\n/, '').replace(/\s+/g, ' ');
  return new ConfigError(`DATA_DIR: ${say(path, found)}`, { cause: error });
}
