/** What is cleared away: files without a row, and rows that have outlived their use. */
import { ATTEMPTS, CODES, IDEMPOTENCY } from '#domain/constants.ts';
import type { Services } from '../context.ts';
import { sweepOrphans } from '../files/sweep.ts';
import { knownMediaKeys } from '../media/store.ts';
import { findKnownPieces } from '../uploads/store.ts';
import { findKnownKeys, purgeExpired } from './store.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds that sent mails, emptied, stay for questions like "was it sent?". */
const SENT_MAILS = 30 * DAY;
/** Seconds that mails stay that could not be sent: an admin may still ask why. */
const PARKED_MAILS = 90 * DAY;
/** Seconds after which a file without a row is nobody's upload any more. */
const ORPHANS = 6 * HOUR;

const ago = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

export async function purgeRows({ db, clock, log }: Services): Promise<void> {
  const now = clock();
  const purged = await purgeExpired(db, {
    sessions: now,
    // Codes and tries are counted for an hour after they were made.
    codes: ago(now, HOUR + CODES.lifetime),
    attempts: ago(now, 2 * Math.max(HOUR, ATTEMPTS.wrongPasswordWindow)),
    uploads: now,
    idempotencyKeys: ago(now, IDEMPOTENCY.lifetime),
    sentMails: ago(now, SENT_MAILS),
    parkedMails: ago(now, PARKED_MAILS),
  });
  if (purged > 0) log.info({ purged }, 'expired rows deleted');
}

export async function sweepFiles({ db, files, stagingDir, clock, log }: Services): Promise<void> {
  const isKnown = async (keys: string[]) => new Set([...(await findKnownKeys(db.read, keys)), ...(await knownMediaKeys(db.read, keys)), ...(await findKnownPieces(db.read, keys))]);
  const { deleted, stagingDeleted } = await sweepOrphans(files, isKnown, { olderThan: ago(clock(), ORPHANS), stagingDir });
  if (deleted.length + stagingDeleted > 0) log.warn({ deleted: deleted.length, stagingDeleted }, 'files without a row deleted');
}
