/** One database behind two engines: SQLite in the data folder, or PostgreSQL by address. */
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Config } from '../config.ts';
import { makeFolder } from '../files/folders.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** What a store takes: the database, or the transaction that the caller is in. */
export type Executor = Kysely<Tables>;

export type Db = {
  engine: 'sqlite' | 'postgres';
  read: Executor;
  /** Runs `work` in one transaction, durable when it resolves. Use nothing but `tx` inside, and wait for nothing else. */
  write<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Opens and migrates. Takes the data folder and, for PostgreSQL, its address. */
export async function openDb(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Db> {
  const { kysely, engine } = config.databaseUrl ? await openPostgres(config.databaseUrl) : openFile(config.dataDir);
  await migrate(kysely, engine);
  return {
    engine,
    read: kysely,
    write: (work) => kysely.transaction().execute(work),
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: () => kysely.destroy(),
  };
}

/** The embedded database's file in the data folder. */
export const DATABASE_FILE = 'pitch-trek.sqlite';

function openFile(dataDir: string) {
  makeFolder(dataDir);
  const { dialect } = openSqlite(join(dataDir, DATABASE_FILE));
  return { kysely: new Kysely<Tables>({ dialect }), engine: 'sqlite' as const };
}

const POOL = { max: 10, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 3_000, statement_timeout: 20_000, lock_timeout: 5_000 };

async function openPostgres(url: string) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(20, Number);
  const max = Number(new URL(url).searchParams.get('pool_max')) || POOL.max;
  const pool = new pg.Pool({ ...POOL, max, connectionString: url });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), engine: 'postgres' as const };
}

/** Locks the chosen rows until the transaction ends. SQLite has one writer at a time, so there it adds nothing. */
export function lockRows<D, T extends keyof D, O>(db: Db, query: SelectQueryBuilder<D, T, O>): SelectQueryBuilder<D, T, O> {
  return db.engine === 'postgres' ? query.forUpdate() : query;
}
