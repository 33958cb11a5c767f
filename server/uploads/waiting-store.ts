/** Counts unfinished uploads and submissions, for people who watch a deadline. */
import type { Executor } from '../db/open.ts';

/** Unfinished uploads that have not expired. */
export async function countOpenUploads(db: Executor, now: Date): Promise<number> {
  const { total } = await db
    .selectFrom('draft_documents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('state', '=', 'uploading')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Submissions that were received in time and wait for documents; the earliest end of a grace
 * period.
 */
export async function findWaitingSubmissions(
  db: Executor,
): Promise<{ total: number; nextEnd: Date | null }> {
  const waiting = db.selectFrom('receipts').where('state', '=', 'waiting_for_documents');
  const { total } = await waiting
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const first = await waiting
    .select('complete_until')
    .orderBy('complete_until')
    .limit(1)
    .executeTakeFirst();
  return { total: Number(total), nextEnd: first?.complete_until ?? null };
}
