/** One database behind two engines: SQLite in the data folder, or PostgreSQL by address. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql, type LogEvent, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { makeFolder } from '../files/folders.ts';
import { isSerializationFailure } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { COMMIT_UNSYNCED } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

/** What a store takes: the database, or the transaction that the caller is in. */
export type Executor = Kysely<Tables>;

export type Db = {
  engine: 'sqlite' | 'postgres';
  read: Executor;
  /**
   * Runs `work` in one transaction, durable when it resolves. Use nothing but `tx` inside, and wait
   * for nothing else.
   */
  write<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  /**
   * The same for what nobody was told and a loss of power may take back: it does not wait for the
   * disk.
   */
  writeUnsynced<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens and migrates. Takes the data folder and, for PostgreSQL, its address. Refuses with a
 * ConfigError what the operator can mend. `onQuery` hears of each statement that was executed.
 */
export async function openDb(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Pick<Logger, 'error' | 'warn'> = console,
  onQuery?: (event: LogEvent) => void,
): Promise<Db> {
  const engine = config.databaseUrl ? 'postgres' : 'sqlite';
  const kysely = config.databaseUrl
    ? await openServer(config.databaseUrl, log, onQuery)
    : await openFile(config.dataDir, onQuery);
  return {
    engine,
    read: kysely,
    write: (work) => writeAgain(() => kysely.transaction().execute(work)),
    writeUnsynced: (work) => writeAgain(() => UNSYNCED[engine](kysely, work)),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

type Write = <R>(kysely: Executor, work: (tx: Transaction<Tables>) => Promise<R>) => Promise<R>;

const UNSYNCED: Record<Db['engine'], Write> = {
  sqlite: (kysely, work) =>
    kysely.connection().execute(async (connection) => {
      await sql.raw(COMMIT_UNSYNCED).execute(connection);
      return connection.transaction().execute(work);
    }),
  postgres: (kysely, work) =>
    kysely.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = off`.execute(tx);
      return work(tx);
    }),
};

/** The first try and three more; who is taken back again waits a little longer each time. */
const TRIES = 4;
const PAUSE_MS = 20;

/**
 * Tries again when PostgreSQL has taken the transaction back for another one's sake: then certainly
 * nothing was committed. Once is not enough: the next try may meet the same neighbour before it
 * has committed.
 */
async function writeAgain<R>(write: () => Promise<R>): Promise<R> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await write();
    } catch (error) {
      if (tried === TRIES || !isSerializationFailure(error)) throw error;
      await setTimeout(tried * PAUSE_MS * Math.random());
    }
  }
}

async function openServer(
  url: string,
  log: Pick<Logger, 'error' | 'warn'>,
  onQuery?: (event: LogEvent) => void,
): Promise<Kysely<Tables>> {
  const { kysely, migrating } = await openPostgres(url, log, onQuery);
  await migrating((unlimited) => migrate(unlimited, 'postgres'));
  return kysely;
}

/** The embedded database's file in the data folder. */
export const DATABASE_FILE = 'pitch-trek.sqlite';

async function openFile(
  dataDir: string,
  onQuery?: (event: LogEvent) => void,
): Promise<Kysely<Tables>> {
  makeFolder(dataDir);
  const { dialect } = openSqlite(join(dataDir, DATABASE_FILE));
  const kysely = new Kysely<Tables>({ dialect, ...(onQuery && { log: onQuery }) });
  await migrate(kysely, 'sqlite');
  return kysely;
}

/**
 * Locks the chosen rows until the transaction ends. SQLite has one writer at a time, so there it
 * adds nothing.
 */
export function lockRows<D, T extends keyof D, O>(
  db: Db,
  query: SelectQueryBuilder<D, T, O>,
): SelectQueryBuilder<D, T, O> {
  return db.engine === 'postgres' ? query.forUpdate() : query;
}
