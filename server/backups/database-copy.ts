/** Copies a whole database, of either engine, into one SQLite file, and back into either. */
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { findRelease, migrate, readMigrations, TOO_OLD } from '../db/migrate.ts';
import { DATABASE_FILE, type Executor } from '../db/open.ts';
import { installationId } from '../db/installation.ts';
import { openPostgres } from '../db/postgres.ts';
import { migrationsOf, takeSnapshot } from '../db/examination.ts';
import { openSqlite } from '../db/sqlite.ts';
import type { Tables } from '../db/tables.ts';
import { ignoreMissing, syncPath } from '../files/folders.ts';
import { BackupError } from './backup-error.ts';
import { countTables, findUsedTable, postgresRows } from './postgres-rows.ts';
import { copyRows, countRows, sqliteRows } from './rows.ts';

type DatabaseSettings = Pick<Config, 'dataDir' | 'databaseUrl'>;
export type Log = Pick<Console, 'error' | 'warn'>;

/** The database's address without its password. */
export function labelOf({ dataDir, databaseUrl }: DatabaseSettings): string {
  if (!databaseUrl) return join(dataDir, DATABASE_FILE);
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `postgres://${hostname}${port ? `:${port}` : ''}${pathname}`;
}

const NO_TABLE = '42P01';

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(ignoreMissing))?.size ?? 0;

async function migrateFile(path: string): Promise<void> {
  const kysely = new Kysely<Tables>({ dialect: openSqlite(path).dialect });
  try {
    await migrate(kysely, 'sqlite');
  } finally {
    await kysely.destroy();
  }
  toSingleFile(path);
}

function toSingleFile(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = delete');
  database.close();
}

export function requireKnownRelease(names: readonly string[], what: string): 'this' | 'older' {
  const release = findRelease(names);
  if (release === 'too old') throw new BackupError(`${what} is ${TOO_OLD}`);
  if (release === 'newer')
    throw new BackupError(`${what} is from a newer release of this product. Use that release.`);
  return release;
}

/** Opens the database without migrating it, for commands, which have none open. */
export async function withDatabase<R>(
  { dataDir, databaseUrl }: DatabaseSettings,
  work: (db: Executor) => Promise<R>,
  log: Log = console,
): Promise<R> {
  if (databaseUrl) return (await openPostgres(databaseUrl, log)).migrating(work);
  const kysely = new Kysely<Tables>({ dialect: openSqlite(join(dataDir, DATABASE_FILE)).dialect });
  try {
    return await work(kysely);
  } finally {
    await kysely.destroy();
  }
}

/** Gives it an id if it has none: the first admin may have been created before the first start. */
export async function readInstallation(settings: DatabaseSettings, log: Log): Promise<string> {
  const { dataDir, databaseUrl } = settings;
  if (!databaseUrl) await requireFile(dataDir);
  // Without writing, where there is one: the disk may be full.
  const id = databaseUrl ? undefined : readIdIn(join(dataDir, DATABASE_FILE));
  if (id) return id;
  const read = (db: Executor) => installationId(db, new Date());
  return withDatabase(settings, read, log).catch((error) => {
    if ((error as { code?: string }).code !== NO_TABLE) throw error;
    throw new BackupError(`There is no database of this product at ${labelOf(settings)}.`);
  });
}

function readIdIn(path: string): string | undefined {
  const file = new DatabaseSync(path, { timeout: 10_000 });
  try {
    return (file.prepare('select id from installation').get() as { id: string } | undefined)?.id;
  } finally {
    file.close();
  }
}

async function requireFile(dataDir: string): Promise<void> {
  if ((await sizeOf(join(dataDir, DATABASE_FILE))) === 0)
    throw new BackupError(`There is no database in ${dataDir}.`);
}

export async function countNow(
  settings: DatabaseSettings,
  log: Log,
): Promise<Record<string, number>> {
  if (settings.databaseUrl)
    return (await openPostgres(settings.databaseUrl, log)).migrating(countTables);
  const file = new DatabaseSync(join(settings.dataDir, DATABASE_FILE), { timeout: 10_000 });
  try {
    return countRows(file);
  } finally {
    file.close();
  }
}

/** Copies the database to a file, as of one moment, while others write to it. */
export async function takeCopy(settings: DatabaseSettings, path: string, log: Log): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
  if (settings.databaseUrl) return copyFromServer(settings.databaseUrl, path, log);
  await requireFile(settings.dataDir);
  takeSnapshot(settings.dataDir, path);
}

async function copyFromServer(databaseUrl: string, path: string, log: Log): Promise<void> {
  await migrateFile(path);
  const { migrating } = await openPostgres(databaseUrl, log);
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma synchronous = off');
    await migrating((server) =>
      server
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          await requireSameRelease(tx, labelOf({ dataDir: '', databaseUrl }));
          await copyRows(postgresRows(tx), sqliteRows(file), (table) =>
            log.warn(`The table ${table} does not belong to the product: left out.`),
          );
        }),
    );
  } finally {
    file.close();
  }
}

async function requireSameRelease(tx: Executor, label: string): Promise<void> {
  const names = await readMigrations(tx);
  if (names.length === 0)
    throw new BackupError(`There is no database of this product at ${label}.`);
  if (requireKnownRelease(names, `The database at ${label}`) === 'older')
    throw new BackupError(
      `The database at ${label} is from an older release of this product. Use that release, or start this one once, which migrates it.`,
    );
}

export async function requireEmptyDatabase(settings: DatabaseSettings, log: Log): Promise<void> {
  const { dataDir, databaseUrl } = settings;
  const refuse = (why: string) => {
    throw new BackupError(
      `${labelOf(settings)} is in use: ${why}. Name an empty ${databaseUrl ? 'database' : 'data folder (DATA_DIR)'}.`,
    );
  };
  if (!databaseUrl) {
    if ((await sizeOf(join(dataDir, DATABASE_FILE))) > 0) refuse('there is a database already');
    return;
  }
  const { migrating } = await openPostgres(databaseUrl, log);
  const used = await migrating(findUsedTable);
  if (used) refuse(`the table ${used} has rows`);
}

/** Copies a file's rows into an empty database, all or nothing; verified by counts and digests. */
export async function loadCopy(path: string, settings: DatabaseSettings, log: Log): Promise<void> {
  if (!settings.databaseUrl) return loadIntoFolder(path, settings.dataDir);
  await migrateFile(path);
  const { migrating } = await openPostgres(settings.databaseUrl, log);
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    await migrating(async (server) => {
      const used = await findUsedTable(server);
      if (used)
        throw new BackupError(`${labelOf(settings)} is in use: the table ${used} has rows.`);
      await migrate(server, 'postgres');
      await server.transaction().execute((tx) => copyRows(sqliteRows(file), postgresRows(tx)));
    });
  } finally {
    file.close();
  }
}

async function loadIntoFolder(path: string, dataDir: string): Promise<void> {
  const [partial, target] = [join(dataDir, '.database-copy'), join(dataDir, DATABASE_FILE)];
  try {
    await copyFile(path, partial);
    await syncPath(partial);
    for (const suffix of ['-wal', '-shm']) await rm(target + suffix, { force: true });
    await rename(partial, target);
    await syncPath(dataDir);
  } finally {
    await rm(partial, { force: true });
  }
}

type Questions = { read: Kysely<Tables>; close(): Promise<void> };

/** A file of an older release is read through a migrated copy. */
export async function openForQuestions(path: string): Promise<Questions> {
  const file = new DatabaseSync(path, { readOnly: true });
  const names = migrationsOf(file);
  file.close();
  const isOlder = requireKnownRelease(names, 'The database') === 'older';
  const asked = isOlder ? `${path}.questions` : path;
  if (isOlder) {
    await rm(asked, { force: true });
    await copyFile(path, asked);
    await migrateFile(asked);
  }
  const { dialect, database } = openSqlite(asked);
  const read = new Kysely<Tables>({ dialect });
  return {
    read,
    async close() {
      await read.destroy();
      // Kysely closes only what it has used.
      if (database.isOpen) database.close();
      toSingleFile(asked);
    },
  };
}
