import { DAY_MS } from '../durations.ts';
import { daysUntil, formatDate, formatDay, startOfDay } from '../dates.ts';

/** A program is open for submission until its deadline's instant: contract §5.8. */
export const isOpen = (deadline: Date, now: Date): boolean => now.getTime() < deadline.getTime();

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
