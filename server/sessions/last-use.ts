/** When a session was last used, to a few minutes, so that not every read becomes a write. */
import type { Services } from '../context.ts';
import { touchSession } from './store.ts';

const NOTED_EVERY_MS = 5 * 60_000;

/** Does not wait and never rejects: reads continue even if nobody can write. */
export function noteUse(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { tokenHash, lastUsedAt }: { tokenHash: string; lastUsedAt: Date | null },
): void {
  const now = clock();
  const staleBefore = new Date(now.getTime() - NOTED_EVERY_MS);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  db.writeUnsynced((tx) => touchSession(tx, tokenHash, now, staleBefore)).catch((error) =>
    log.warn({ err: error }, 'the last use of a session could not be recorded'),
  );
}
