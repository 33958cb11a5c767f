/** Examines a database without opening it for work: nothing is migrated or written. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openPostgres } from './postgres.ts';
import { requireSound } from './sqlite-file.ts';

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
  const { kysely } = await openPostgres(url, { error: () => undefined, warn: () => undefined });
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
