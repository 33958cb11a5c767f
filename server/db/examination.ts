/** Examines a database without opening it for work: nothing is migrated or written. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { DATABASE_FILE } from './open.ts';
import { openPostgres } from './postgres.ts';
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

/** Whether the product has been started there, or was restored: an empty database is none. */
export async function hasDatabase({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<boolean> {
  if (!databaseUrl)
    return (statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const { kysely } = await openPostgres(databaseUrl, SILENT);
  try {
    const { rows } = await sql`
      select 1 from pg_tables
      where schemaname = current_schema() and tablename = 'installation'`.execute(kysely);
    return rows.length > 0;
  } finally {
    await kysely.destroy();
  }
}
