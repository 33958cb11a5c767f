import { daysUntil, startOfDay } from '../dates.ts';

/** A program is open for submission until its deadline's instant: contract §5.8. */
export const isOpen = (deadline: Date, now: Date): boolean => now.getTime() < deadline.getTime();

/** Editing and deleting proposals is locked from 00:00 in Accra of the deadline's day. */
export const isEditingLocked = (deadline: Date, now: Date): boolean =>
  now.getTime() >= startOfDay(deadline).getTime();

/** "Closes today", "1 day left", "12 days left" or "Closed". */
export function describeDeadline(deadline: Date, now: Date): string {
  if (!isOpen(deadline, now)) return 'Closed';
  const days = daysUntil(deadline, now);
  if (days === 0) return 'Closes today';
  return days === 1 ? '1 day left' : `${days} days left`;
}
