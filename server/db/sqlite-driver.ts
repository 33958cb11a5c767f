/**
 * Kysely's driver for the embedded database: one shared connection; waits off the event loop for
 * another process's lock.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isBusy } from './errors.ts';
import { readValues, toSqlite } from './sqlite-values.ts';
import { WalSync } from './wal-sync.ts';

/** Milliseconds that a statement or transaction waits for another process before it is refused. */
const BUSY_LIMIT_MS = 5000;
/**
 * Milliseconds before the first and between later tries; with some jitter, so that two processes do
 * not stay in step.
 */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 50];

/**
 * Executed on a connection before a transaction: nobody waits for the disk after its commit. A loss
 * of power may undo it; the file remains intact.
 */
export const COMMIT_UNSYNCED = 'commit unsynced';

/**
 * Pages of 4 kB in the log after which it is copied into the database file; both are then synced
 * while everybody waits. A submission writes about sixty, mostly the same ones.
 */
const CHECKPOINT_PAGES = 4000;

/** One at a time, first come, first served. */
class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves once the lock is acquired; the result releases it. */
  async take(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}

/**
 * Retries while another process holds the file's lock. A failed `attempt` must have no effect and
 * hold no lock.
 */
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

const CACHED_STATEMENTS = 500;

type PreparedStatement = { statement: StatementSync; isReader: boolean };

/** Compiled once each: compiling costs more than running, and leaves much to be freed. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #cache = new LRUCache<string, PreparedStatement>({ max: CACHED_STATEMENTS });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const { statement, isReader } = this.#cache.get(sql) ?? this.#prepare(sql);
    const values = parameters.map(toSqlite);
    if (isReader) return { rows: readValues(statement, statement.all(...values)) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepare(sql: string): PreparedStatement {
    const statement = this.#database.prepare(sql);
    const prepared = { statement, isReader: statement.columns().length > 0 };
    // A pragma takes effect while it is compiled; running the compiled statement again does
    // nothing.
    if (!sql.startsWith('pragma ')) this.#cache.set(sql, prepared);
    return prepared;
  }
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #mutex: Mutex;
  readonly #wal: WalSync | undefined;
  /** Set while this connection has a transaction open, which keeps all others waiting. */
  #unlock: (() => void) | undefined;
  #isSynced = true;

  constructor(
    database: DatabaseSync,
    statements: Statements,
    mutex: Mutex,
    wal: WalSync | undefined,
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#mutex = mutex;
    this.#wal = wal;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock) return this.#statements.run(sql, parameters);
    if (sql === COMMIT_UNSYNCED) {
      this.#isSynced = false;
      return { rows: [] };
    }
    const wal = isReading(sql) ? undefined : this.#wal;
    await wal?.ready();
    const result = await retryWhileBusy(async () => {
      const unlock = await this.#mutex.take();
      try {
        return this.#statements.run<R>(sql, parameters);
      } finally {
        unlock();
      }
    });
    wal?.noteCommit(true);
    await wal?.settled();
    return result;
  }

  async begin(): Promise<void> {
    await this.#wal?.ready();
    this.#unlock = await retryWhileBusy(async () => {
      const unlock = await this.#mutex.take();
      try {
        // A deferred transaction that upgrades fails with "locked" between two processes.
        this.#statements.run('begin immediate');
        return unlock;
      } catch (error) {
        unlock();
        throw error;
      }
    });
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // A failed commit may have rolled back already: a second one must not hide the first error.
    if (how === 'commit' || this.#database.isTransaction) this.#statements.run(how);
    if (how === 'commit') this.#wal?.noteCommit(this.#isSynced);
    this.release();
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = undefined;
  }

  /** Streaming is not supported: it would block everybody as long as its reader takes. */
  streamQuery(): never {
    throw new Error('The embedded database does not stream');
  }
}

/** Any other statement may have changed something. */
const isReading = (sql: string): boolean =>
  /^\s*(select|pragma)\b/i.test(sql) ||
  (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql));

export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #mutex = new Mutex();
  #wal: WalSync | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new Statements(database);
  }

  async init(): Promise<void> {}

  /**
   * From now on, commits do not sync themselves, which would block everybody: a caller that must
   * know that its commit is on the disk awaits `settled` of the result. Undefined if the database
   * has no write-ahead log: then each commit still syncs.
   */
  syncTogether(file: string): WalSync | undefined {
    const { journal_mode: mode } = this.#database.prepare('pragma journal_mode').get() as {
      journal_mode: string;
    };
    if (mode !== 'wal') return undefined;
    this.#database.exec(
      `pragma synchronous = normal; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    );
    this.#wal = new WalSync(`${file}-wal`, () => this.#checkpoint());
    return this.#wal;
  }

  /** Copies the whole log into the database file and syncs that. */
  async #checkpoint(): Promise<void> {
    const unlock = await this.#mutex.take();
    try {
      const { busy } = this.#database.prepare('pragma wal_checkpoint(full)').get() as {
        busy: number;
      };
      if (busy) throw new Error('somebody else is reading the database');
    } finally {
      unlock();
    }
  }

  acquireConnection = async (): Promise<Connection> =>
    new Connection(this.#database, this.#statements, this.#mutex, this.#wal);
  beginTransaction = (connection: DatabaseConnection): Promise<void> =>
    (connection as Connection).begin();
  commitTransaction = (connection: DatabaseConnection): Promise<void> =>
    (connection as Connection).end('commit');
  rollbackTransaction = (connection: DatabaseConnection): Promise<void> =>
    (connection as Connection).end('rollback');
  releaseConnection = async (connection: DatabaseConnection): Promise<void> =>
    (connection as Connection).release();

  /** Waits for running work. */
  async destroy(): Promise<void> {
    await this.#mutex.take();
    this.#database.close();
    await this.#wal?.close();
  }
}
