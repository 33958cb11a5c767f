/** Every SQL statement about announcing a program's decisions together. */
import { sql, type SqlBool } from 'kysely';
import type { Announces } from '#domain/programs/rules.ts';
import { lockRowsOn, type Executor } from '../db/open.ts';

/** What the applicant does not know yet. */
const isUnannounced = sql<SqlBool>`(proposals.decision <> proposals.announced_decision
  or proposals.funding_stage <> proposals.announced_stage
  or coalesce(proposals.decline_reason, '') <> coalesce(proposals.announced_reason, ''))`;

const unannounced = (db: Executor, programId: string) =>
  db.selectFrom('proposals').where('program_id', '=', programId).where(isUnannounced);

export async function hasUnannounced(db: Executor, programId: string): Promise<boolean> {
  return (await unannounced(db, programId).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Locks them until the transaction ends, in the order of ids. */
export async function lockUnannounced(tx: Executor, programId: string): Promise<string[]> {
  const rows = await lockRowsOn(
    tx,
    unannounced(tx, programId).select('id').orderBy('id'),
  ).execute();
  return rows.map(({ id }) => id);
}

/** What would become visible, by decision; `isNew`: another decision than was announced. */
export async function countUnannounced(db: Executor, programId: string) {
  return unannounced(db, programId)
    .select([
      'decision',
      sql<boolean>`decision <> announced_decision`.as('isNew'),
      (eb) => eb.fn.countAll<number>().as('total'),
    ])
    .groupBy(['decision', sql`decision <> announced_decision`])
    .execute();
}

export async function countUndecided(db: Executor, programId: string): Promise<number> {
  const { total } = await db
    .selectFrom('proposals')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('program_id', '=', programId)
    .where('decision', '=', 'undecided')
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What was about to be announced by itself no longer is. */
export async function holdBack(tx: Executor, programId: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ announce_at: null })
    .where('program_id', '=', programId)
    .where('announce_at', 'is not', null)
    .execute();
}

export async function findAnnounces(db: Executor, id: string): Promise<Announces | undefined> {
  const query = db.selectFrom('programs').select('announces').where('id', '=', id);
  return (await query.executeTakeFirst())?.announces;
}

/** Drafts of rounds included. */
export async function hasRounds(db: Executor, programId: string): Promise<boolean> {
  const query = db.selectFrom('rounds').select('id').where('program_id', '=', programId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** When the next planned announcement is due. */
export async function nextPlannedAt(db: Executor): Promise<Date | undefined> {
  const query = db
    .selectFrom('programs')
    .select('announce_at')
    .where('announce_at', 'is not', null);
  return (await query.orderBy('announce_at').limit(1).executeTakeFirst())?.announce_at ?? undefined;
}

export async function listDue(db: Executor, now: Date): Promise<string[]> {
  const query = db.selectFrom('programs').select('id').where('announce_at', '<=', now);
  return (await query.orderBy('announce_at').execute()).map(({ id }) => id);
}
