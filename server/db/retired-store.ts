import type { Executor } from './open.ts';

/**
 * Rows of the tables `uploads` and `upload_pieces`, which only the release before this one writes.
 * They stay until no such release can run beside: docs/operations.md. Answers how many ran out
 * before.
 */
export async function deleteRetiredBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('expires_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
