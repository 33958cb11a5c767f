import { DEADLINES } from '../constants.ts';
import { DAY_MS, SECOND_MS } from '../durations.ts';
import { daysUntil, formatDate, formatDay, startOfDay } from '../dates.ts';

/** A program is open for submission until its deadline's instant: contract §5.8. */
export const isOpen = (deadline: Date, now: Date): boolean => now.getTime() < deadline.getTime();

/**
 * The moment that a deadline is compared with: when the first byte of the request came, but at most
 * as long before its last one as a slow line needs for its bytes. Nobody holds a place with one
 * byte and writes the rest afterwards.
 */
export function receivedBy(request: { firstByteAt: Date; lastByteAt: Date; bytes: number }): Date {
  const seconds = request.bytes / DEADLINES.bytesPerSecond + DEADLINES.extraSeconds;
  const earliest = request.lastByteAt.getTime() - seconds * SECOND_MS;
  return new Date(Math.max(request.firstByteAt.getTime(), earliest));
}

/** Editing and deleting proposals is locked from 00:00 in Accra of the deadline's day. */
export const isEditingLocked = (deadline: Date, now: Date): boolean =>
  now.getTime() >= startOfDay(deadline).getTime();

/** Within this range, a day and month are unambiguous without the year. */
const DAYS_WITHOUT_YEAR = 300;

/** The last full day on which an applicant can edit: the one before the deadline's. */
export function describeLastEdit(deadline: Date, now: Date): string {
  const day = new Date(startOfDay(deadline).getTime() - DAY_MS);
  return daysUntil(day, now) < DAYS_WITHOUT_YEAR ? formatDay(day) : formatDate(day);
}

/** Whether a program is still open, but submissions can no longer be edited. */
export const isLastDay = (deadline: Date, now: Date): boolean =>
  isOpen(deadline, now) && isEditingLocked(deadline, now);

/** "Closes today", "1 day left", "12 days left" or "Closed". */
export function describeDeadline(deadline: Date, now: Date): string {
  if (!isOpen(deadline, now)) return 'Closed';
  const days = daysUntil(deadline, now);
  if (days === 0) return 'Closes today';
  return days === 1 ? '1 day left' : `${days} days left`;
}
