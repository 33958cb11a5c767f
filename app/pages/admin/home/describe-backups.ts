import { formatShortDateTime } from '#domain/dates.ts';
import { HOUR_MS } from '#domain/constants.ts';
import type { Backups } from '#app/api/health.ts';

/** One backup a night, plus some hours for a running one. */
const LATEST_MS = 30 * HOUR_MS;

/** One sentence; `isLate` if somebody should investigate. */
export function describeBackups(
  { last_good_at: good, last_failed_at: failed }: Backups,
  now: Date,
): { sentence: string; isLate: boolean } {
  if (!good)
    return {
      sentence: failed
        ? `No backup has succeeded yet; the last attempt was on ${formatShortDateTime(failed)}.`
        : 'No backup has been made yet.',
      isLate: true,
    };
  const sentence = `The last good backup was made on ${formatShortDateTime(good)}.`;
  if (failed && failed > good)
    return {
      sentence: `${sentence} One has failed since, on ${formatShortDateTime(failed)}.`,
      isLate: true,
    };
  return { sentence, isLate: now.getTime() - Date.parse(good) > LATEST_MS };
}
