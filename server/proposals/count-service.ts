/** Keeps the numbers of proposals small and right; triggers write them (docs/decisions/0043). */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Services } from '../context.ts';
import { setMarks } from '../db/name-marks.ts';
import { raiseVersion } from '../db/versions.ts';
import * as store from './count-store.ts';

/** On PostgreSQL, sums what has been appended; SQLite changes its counts in place. */
export async function mergeCounts({ db }: Services): Promise<void> {
  if (db.engine === 'postgres') await store.mergeCounts(db.read);
  await setMarks(db);
}

/**
 * Counts again, program by program, and corrects what is wrong: rows may have been written while
 * triggers were off.
 */
export async function recount({ db, log }: Services): Promise<void> {
  let wrong = 0;
  for (const id of await store.listCounted(db.read)) {
    wrong += await store.correctCounts(db, id);
    await yieldToEventLoop();
  }
  await setMarks(db, true);
  if (wrong === 0) return;
  await raiseVersion(db.read, 'proposals');
  log.warn({ wrong }, 'kept counts of proposals were wrong: corrected');
}
