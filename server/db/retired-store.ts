import type { Executor } from './open.ts';

/**
 * Rows of the tables `uploads` and `upload_pieces`, which only the previous release writes. They
 * stay until no such release can run beside this one: docs/operations.md. Returns how many expired
 * ones were deleted.
 */
export async function deleteRetiredBefore(db: Executor, instant: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('expires_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
