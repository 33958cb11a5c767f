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

const KEPT = `program_id, decision, funding_stage, business_sector, is_approved, flagged`;

/** How many of the numbers that triggers keep (docs/decisions/0043) differ from a count. */
const WRONG_COUNTS = `select count(*) as wrong from (
  select ${KEPT}, is_assigned from (
    select ${KEPT}, is_assigned, -total as total from proposal_counts
    union all
    select ${KEPT}, assigned_to is not null, count(*) from proposals group by 1, 2, 3, 4, 5, 6, 7
  ) as difference group by 1, 2, 3, 4, 5, 6, 7 having sum(total) <> 0) as wrong`;

/** The same for the embedded database's file; 0 if it does not keep any yet. */
export function countWrong(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const kept = database.prepare(`select 1 from sqlite_master where name = 'proposal_counts'`);
    if (!kept.get()) return 0;
    return Number(database.prepare(WRONG_COUNTS).get()!['wrong']);
  } finally {
    database.close();
  }
}

type ServerFacts = {
  version: string;
  /** How far its clock is off this machine's. */
  secondsOff: number;
  freeConnections: number;
  /** Kept numbers that differ from a count; 0 if it does not keep any yet. */
  wrongCounts: number;
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
      kept: boolean;
    }>`
      select current_setting('server_version') as version, clock_timestamp() as now,
        current_setting('max_connections') as most,
        (select count(*) from pg_stat_activity) as used,
        to_regclass('proposal_counts') is not null as kept`.execute(kysely);
    const { version, now, most, used, kept } = rows[0]!;
    const counted = kept
      ? await sql<{ wrong: number }>`${sql.raw(WRONG_COUNTS)}`.execute(kysely)
      : undefined;
    return {
      version,
      secondsOff: Math.abs(now.getTime() - Date.now()) / 1000,
      freeConnections: Number(most) - Number(used),
      wrongCounts: Number(counted?.rows[0]!.wrong ?? 0),
    };
  } finally {
    await kysely.destroy();
  }
}
