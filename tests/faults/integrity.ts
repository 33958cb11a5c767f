import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#server/db/open.ts';

/**
 * What SQLite finds wrong with the file in `dataDir`: `['ok']` if nothing (trust I7).
 * Asked by a new connection: FTS5 checks the segments that its connection last knew, so an older
 * connection reports corruption in a sound file once another process has merged them.
 */
export function integrityOf(dataDir: string): unknown[] {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
  try {
    return database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => row['integrity_check']);
  } finally {
    database.close();
  }
}
