/** One database interface, two engines: SQLite in the data folder, or PostgreSQL by address. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Kysely, PostgresAdapter, sql, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { makePrivateFile, makePrivateFolder } from '../files/folders.ts';
import type { Engine } from './baseline/engines.ts';
import { isSerializationFailure } from './errors.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite, type WalSync } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** What a store takes: the database, or the caller's transaction. */
export type Executor = Kysely<Tables>;

export type Db = {
  engine: Engine;
  read: Executor;
  /**
   * Runs `work` in one transaction, which is durable when this resolves. Inside, use only `tx` and
   * await nothing else.
   */
  write<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  /**
   * The same for writes that were not acknowledged to anybody and that a power loss may undo: does
   * not wait for the disk.
   */
  writeUnsynced<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  /**
   * Resolves when everything that reads have returned so far is durable; await it before telling
   * anybody outside. Also resolves if the disk refuses.
   */
  seen(): Promise<void>;
  /**
   * The same for acknowledging what an earlier request has written: rejects if the disk refuses.
   */
  settled(): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Opens and migrates the database. Throws a ConfigError if the operator can fix the cause. */
export async function openDb(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Pick<Logger, 'error' | 'warn'> = console,
): Promise<Db> {
  const engine = config.databaseUrl ? 'postgres' : 'sqlite';
  const { kysely, wal } = config.databaseUrl
    ? { kysely: await openServer(config.databaseUrl, log), wal: undefined }
    : await openFile(config.dataDir);
  return {
    engine,
    read: kysely,
    write: async (work) => {
      const result = await writeAgain(() => kysely.transaction().execute(withLast(work)));
      await wal?.settled();
      return result;
    },
    seen: async () => wal?.seen(),
    settled: async () => wal?.settled(),
    writeUnsynced: (work) =>
      writeAgain(() =>
        kysely.transaction().execute(async (tx) => {
          if (engine === 'postgres') await sql`set local synchronous_commit = off`.execute(tx);
          if (wal) wal.isAwaited = false;
          return withLast(work)(tx);
        }),
      ),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

type Last = Map<string, () => Promise<unknown>>;
const lasts = new WeakMap<Executor, Last>();

/**
 * Runs `work` at the end of the transaction, once for each name: a row that many transactions write
 * is locked briefly, and never by one that then waits for another row. Outside of one, at once.
 */
export async function doLast(tx: Executor, name: string, work: () => Promise<unknown>) {
  const last = lasts.get(tx);
  if (last) last.set(name, work);
  else await work();
}

/** Those who do several take the rows in the same order. */
const withLast =
  <R>(work: (tx: Transaction<Tables>) => Promise<R>) =>
  async (tx: Transaction<Tables>): Promise<R> => {
    const last: Last = new Map();
    lasts.set(tx, last);
    const result = await work(tx);
    for (const name of [...last.keys()].toSorted()) await last.get(name)!();
    return result;
  };

/** The first attempt and three more, with growing pauses. */
const TRIES = 4;
const PAUSE_MS = 20;

/**
 * Retries if PostgreSQL rolled the transaction back in favour of another, because then nothing was
 * committed. One retry is not enough: it may conflict with the same transaction again.
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

async function openServer(url: string, log: Pick<Logger, 'error' | 'warn'>) {
  const { kysely, migrating } = await openPostgres(url, log);
  await migrating((unlimited) => migrate(unlimited, 'postgres'));
  return kysely;
}

export const DATABASE_FILE = 'pitch-trek.sqlite';

type OpenedFile = { kysely: Kysely<Tables>; wal: WalSync | undefined };

async function openFile(dataDir: string): Promise<OpenedFile> {
  makePrivateFolder(dataDir);
  const path = join(dataDir, DATABASE_FILE);
  // A new log takes over the permissions of the file; an older one may be left.
  makePrivateFile(path);
  for (const end of ['-wal', '-shm']) if (existsSync(path + end)) makePrivateFile(path + end);
  const { dialect, syncTogether } = openSqlite(path);
  const kysely = new Kysely<Tables>({ dialect });
  await migrate(kysely, 'sqlite');
  return { kysely, wal: syncTogether() };
}

/**
 * Locks the selected rows until the transaction ends. On SQLite, which has one writer at a time, it
 * adds nothing.
 */
export function lockRows<D, T extends keyof D, O>(
  db: Pick<Db, 'engine'>,
  query: SelectQueryBuilder<D, T, O>,
): SelectQueryBuilder<D, T, O> {
  return db.engine === 'postgres' ? query.forUpdate() : query;
}

/** The same in a prepared statement, which only knows the executor. */
export const lockRowsOn = <D, T extends keyof D, O>(
  tx: Executor,
  query: SelectQueryBuilder<D, T, O>,
): SelectQueryBuilder<D, T, O> => {
  return lockRows({ engine: isOnPostgres(tx) ? 'postgres' : 'sqlite' }, query);
};

/** The engine of an executor, if nothing else names it. */
export const isOnPostgres = (db: Executor): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
