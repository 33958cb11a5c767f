/** When backups succeeded and failed: rows of the table of jobs, which all instances see. */
import type { Executor } from '../db/open.ts';

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
