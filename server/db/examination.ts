/** Examines a database without opening it for work: nothing is migrated or written. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { findRelease, readMigrations, type Release } from './migrate.ts';
import { DATABASE_FILE } from './open.ts';
import { openPostgres } from './postgres.ts';
import { migrationsOf } from './snapshot.ts';
import { requireSound } from './sqlite-file.ts';

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

/** Refuses with a ConfigError if the operator can fix the cause. */
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

/** Which release the database at this place is of. */
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
