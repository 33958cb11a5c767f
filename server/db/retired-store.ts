import { writeStatement } from './statement.ts';

/**
 * Rows of the tables `uploads` and `upload_pieces`, which only the previous release writes. They
 * stay until no such release can run beside this one: docs/operations.md. Returns how many expired
 * ones were deleted.
 */
export const deleteRetiredBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('uploads').where('expires_at', '<', instant),
);
