/** When a session was last used, to a few minutes: a read must not become a write each time. */
import type { Services } from '../context.ts';
import { touchSession } from './store.ts';

const NOTED_EVERY_MS = 5 * 60_000;

/** Waits for nothing and refuses nothing: whoever reads goes on where nobody can write. */
export function noteUse(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { tokenHash, lastUsedAt }: { tokenHash: string; lastUsedAt: Date | null },
): void {
  const now = clock();
  const staleBefore = new Date(now.getTime() - NOTED_EVERY_MS);
  if (lastUsedAt && lastUsedAt > staleBefore) return;
  db.writeUnsynced((tx) => touchSession(tx, tokenHash, now, staleBefore)).catch((error) =>
    log.warn({ err: error }, 'the use of a session was not noted'),
  );
}
