/** When backups succeeded and failed: rows of the table of jobs, which all instances see. */
import { Kysely } from 'kysely';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DATABASE_FILE, type Executor } from '../db/open.ts';
import { openPostgres } from '../db/postgres.ts';
import { openSqlite } from '../db/sqlite-dialect.ts';
import type { Tables } from '../db/tables.ts';

const ROWS = { succeeded: 'backup:succeeded', failed: 'backup:failed' } as const;

type BackupRecord = { lastGoodAt: Date | null; lastFailedAt: Date | null };

export async function noteBackup(db: Executor, how: keyof typeof ROWS, at: Date): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ name: ROWS[how], due_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: at }))
    .execute();
}

/** Includes backups that were made by hand. */
export async function readBackupRecord(db: Executor): Promise<BackupRecord> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('name', 'in', Object.values(ROWS))
    .execute();
  const of = (name: string) => rows.find((row) => row.name === name)?.due_at ?? null;
  return { lastGoodAt: of(ROWS.succeeded), lastFailedAt: of(ROWS.failed) };
}

/** For commands, which have no open database: opens it without migrating. */
export async function withDatabase<R>(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  work: (db: Executor) => Promise<R>,
): Promise<R> {
  if (databaseUrl) return (await openPostgres(databaseUrl, console)).migrating(work);
  const kysely = new Kysely<Tables>({ dialect: openSqlite(join(dataDir, DATABASE_FILE)).dialect });
  try {
    return await work(kysely);
  } finally {
    await kysely.destroy();
  }
}
