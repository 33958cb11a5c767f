/**
 * Kysely's driver for the embedded database: one shared connection; waits off the event loop for
 * another process's lock.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  QueryResult,
  SqliteDatabase,
} from 'kysely';
import { isBusy } from './errors.ts';

/** Milliseconds that a statement or transaction waits for another process before it is refused. */
const BUSY_LIMIT_MS = 5000;
/**
 * Milliseconds before the first and between later tries; with some jitter, so that two processes do
 * not stay in step.
 */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 50];

/**
 * Executed on a connection before a transaction: its commit does not wait for the disk. A power
 * loss may undo it; the file stays consistent.
 */
export const COMMIT_UNSYNCED = 'commit unsynced';

/** First come, first served. */
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
 * Tries again while another process holds the file's lock. A failed `attempt` must have no effect
 * and hold no lock.
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

class Connection implements DatabaseConnection {
  readonly #database: SqliteDatabase;
  readonly #mutex: Mutex;
  /** Set while this connection has an open transaction, which keeps all others waiting. */
  #unlock: (() => void) | undefined;
  #isSynced = true;

  constructor(database: SqliteDatabase, mutex: Mutex) {
    this.#database = database;
    this.#mutex = mutex;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock) return this.#run(sql, parameters);
    if (sql === COMMIT_UNSYNCED) {
      this.#isSynced = false;
      return { rows: [] };
    }
    return retryWhileBusy(async () => {
      const unlock = await this.#mutex.take();
      try {
        return this.#run<R>(sql, parameters);
      } finally {
        unlock();
      }
    });
  }

  async begin(): Promise<void> {
    this.#unlock = await retryWhileBusy(async () => {
      const unlock = await this.#mutex.take();
      try {
        // Cannot be changed once a transaction has begun.
        if (!this.#isSynced) this.#run('pragma synchronous = normal');
        this.#run('begin');
        return unlock;
      } catch (error) {
        this.#syncAgain();
        unlock();
        throw error;
      }
    });
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#run(how);
    this.release();
  }

  release(): void {
    if (!this.#unlock) return;
    this.#syncAgain();
    this.#unlock();
    this.#unlock = undefined;
  }

  /** Call it while holding the lock: the setting belongs to the one underlying connection. */
  #syncAgain(): void {
    if (!this.#isSynced) this.#run('pragma synchronous = full');
  }

  /** Streaming is not supported: it would block everybody for as long as its reader takes. */
  streamQuery(): never {
    throw new Error('The embedded database does not stream');
  }

  #run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const statement = this.#database.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }
}

export class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase;
  readonly #mutex = new Mutex();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async init(): Promise<void> {}
  acquireConnection = async (): Promise<Connection> => new Connection(this.#database, this.#mutex);
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
  }
}
