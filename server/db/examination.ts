/** A database that is not open for work: copied, examined and read, never migrated or written. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { findRelease, readMigrations, type Release } from './migrate.ts';
import { DATABASE_FILE } from './open.ts';
import { openPostgres } from './postgres.ts';
import { fileKeyOf, keyOf, namesOf } from '../files/media-keys.ts';
import { requireSound } from './sqlite.ts';

const SILENT = { error: () => undefined, warn: () => undefined };

/** The damage in the embedded database's file; undefined if it is sound. */
export function findDamage(path: string): string | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    requireSound(database);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    database.close();
  }
}

type ServerFacts = {
  version: string;
  /** How far its clock is off this machine's. */
  secondsOff: number;
  freeConnections: number;
};

export async function examineServer(url: string): Promise<ServerFacts> {
  const { kysely } = await openPostgres(url, SILENT);
  try {
    const { rows } = await sql<{
      version: string;
      now: Date;
      most: string;
      used: number;
    }>`
      select current_setting('server_version') as version, clock_timestamp() as now,
        current_setting('max_connections') as most,
        (select count(*) from pg_stat_activity) as used`.execute(kysely);
    const { version, now, most, used } = rows[0]!;
    return {
      version,
      secondsOff: Math.abs(now.getTime() - Date.now()) / 1000,
      freeConnections: Number(most) - Number(used),
    };
  } finally {
    await kysely.destroy();
  }
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Whether the product has been started there, or was restored: an empty database is none. */
export async function hasDatabase({ dataDir, databaseUrl }: Place): Promise<boolean> {
  if (databaseUrl) return (await readServerMigrations(databaseUrl)).length > 0;
  return (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

export async function readRelease({ dataDir, databaseUrl }: Place): Promise<Release> {
  if (databaseUrl) return findRelease(await readServerMigrations(databaseUrl));
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  try {
    return findRelease(migrationsOf(database));
  } finally {
    database.close();
  }
}

/** None if the product was never started there. */
async function readServerMigrations(url: string): Promise<string[]> {
  const { kysely } = await openPostgres(url, SILENT);
  try {
    return await readMigrations(kysely);
  } finally {
    await kysely.destroy();
  }
}

/** A file that a row refers to; a document's digest is in its row, image files have none. */
type RequiredFile = { key: string; sha256: string | null };

/**
 * Copies the database of a data folder to a new file, consistent as of one moment. What was deleted
 * is not in it. The indexes of words refer to rowids: SQLite keeps them in this copy, although not
 * when it vacuums a database itself.
 */
export function takeSnapshot(dataDir: string, target: string): void {
  const source = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: 10_000 });
  try {
    source.prepare('vacuum into ?').run(target);
  } finally {
    source.close();
  }
}

/** Throws if SQLite finds the file damaged, or a foreign key without its row. */
export function requireWhole(database: DatabaseSync): void {
  const { integrity_check: verdict } = database.prepare('pragma integrity_check').get() as {
    integrity_check: string;
  };
  if (verdict !== 'ok') throw new Error(`The database in it is damaged: ${verdict}`);
  if (database.prepare('pragma foreign_key_check').get())
    throw new Error('The database in it has rows that belong to nothing.');
}

export const migrationsOf = (database: DatabaseSync): string[] =>
  (
    database.prepare('select name from kysely_migration order by name').all() as { name: string }[]
  ).map(({ name }) => name);

type FileColumns = { name: string; isUnique: number; hasDigest: number; hasState: number };

/**
 * Tables with a column `key`, from the catalogue: in those of files it is unique, or has a digest
 * beside it. The keys of `orphans` are those that no row needs.
 */
const TABLES_WITH_KEYS = `
  select t.name,
    exists (select 1 from pragma_index_list(t.name) i where i."unique" = 1 and i.partial = 0
      and (select count(*) from pragma_index_info(i.name)) = 1
      and (select name from pragma_index_info(i.name)) = 'key') as isUnique,
    exists (select 1 from pragma_table_info(t.name) where name = 'sha256') as hasDigest,
    exists (select 1 from pragma_table_info(t.name) where name = 'state') as hasState
  from pragma_table_list t
  where t.schema = 'main' and t.type = 'table' and t.name <> 'orphans'
    and exists (select 1 from pragma_table_info(t.name) where name = 'key')`;

const readWidths = (json: string | null): number[] => JSON.parse(json ?? '[]') as number[];

/**
 * Files that rows depend on; a document that is still uploading is included only once it is ready.
 */
export function* requiredFiles(database: DatabaseSync): Generator<RequiredFile> {
  const tables = database.prepare(TABLES_WITH_KEYS).all() as FileColumns[];
  for (const { name, isUnique, hasDigest, hasState } of tables) {
    if (!isUnique && !(hasDigest && hasState)) continue;
    const digest = hasDigest ? 'sha256' : 'null as sha256';
    const ready = hasState ? `where state = 'ready'` : '';
    yield* database
      .prepare(`select key, ${digest} from "${name}" ${ready}`)
      .iterate() as IterableIterator<RequiredFile>;
  }
  const images = database
    .prepare('select id, widths, cards from images where widths is not null')
    .iterate() as IterableIterator<{ id: string; widths: string; cards: string | null }>;
  for (const { id, widths, cards } of images) {
    for (const name of namesOf(readWidths(widths), readWidths(cards)))
      yield { key: fileKeyOf(keyOf(id, name)), sha256: null };
  }
}
