/** Every SQL statement that deletes what was written in rounds long ago. */
import type { Executor } from '../db/open.ts';

/** Rounds released before the instant whose reviews still have their contents. */
export async function listForgettable(db: Executor, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('state', '=', 'released')
    .where('released_at', '<=', before)
    .where('reviews_deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The rows stay, because the record counts them. */
export async function deleteContents(tx: Executor, roundId: string, now: Date): Promise<void> {
  const reviews = tx.selectFrom('judge_reviews').select('id').where('round_id', '=', roundId);
  await tx.deleteFrom('review_versions').where('review_id', 'in', reviews).execute();
  const nothing = { strength: '', next_step: '', note: '', reason: null };
  await tx
    .updateTable('judge_reviews')
    .set({ scores: '{}', ...nothing } as never)
    .where('round_id', '=', roundId)
    .execute();
  await tx
    .updateTable('rounds')
    .set({ reviews_deleted_at: now })
    .where('id', '=', roundId)
    .execute();
}
