import { DEADLINES } from '../constants.ts';
import { DAY_MS, SECOND_MS } from '../durations.ts';
import { daysUntil, formatDate, formatDateTime, formatDay, startOfDay } from '../dates.ts';
import { opensOn } from './messages.ts';

/** Whether applicants hear of each decision as it is made, or of all of them together. */
export const ANNOUNCES = ['at_once', 'together'] as const;
export type Announces = (typeof ANNOUNCES)[number];

/** How long before it an announcement can be planned. */
export const ANNOUNCE_DAYS = 60;

/** A program is open for submission until its deadline's instant: contract §5.8. */
export const isOpen = (deadline: Date, now: Date): boolean => now.getTime() < deadline.getTime();

/** A program as one person sees it who may have more time than others. */
export const asExtended = <
  Seen extends { deadline_date: string; extended_until?: string | undefined },
>(
  program: Seen,
): Seen => ({ ...program, deadline_date: program.extended_until ?? program.deadline_date });

/** When a program takes submissions: from its opening, if it has one, until its deadline. */
export type Opening = { opens_at: Date | null; deadline_date: Date };

/** A program's deadline, and the later one of one person, if they have been given one. */
export type OwnDeadline = { deadline_date: Date; extended_until: Date | null };

/** Until when this person has more time than everybody else; null if they have not. */
export const extensionOf = ({ deadline_date, extended_until }: OwnDeadline): Date | null =>
  extended_until && extended_until.getTime() > deadline_date.getTime() ? extended_until : null;

/** The deadline that counts for this person: the later one. */
export const ownDeadline = (own: OwnDeadline): Date => extensionOf(own) ?? own.deadline_date;

/** Whether everybody may see it, but nobody may begin yet. */
export const isNotOpenYet = ({ opens_at }: Pick<Opening, 'opens_at'>, now: Date): boolean =>
  opens_at !== null && now.getTime() < opens_at.getTime();

/** Whether it takes drafts and submissions now. */
export const isTaking = (program: Opening, now: Date): boolean =>
  isOpen(program.deadline_date, now) && !isNotOpenYet(program, now);

/** Its opening while it is still to come; undefined later, or if it has none. */
export function comingOpening(
  { opens_at, is_open }: { opens_at: string | null; is_open: boolean },
  now: Date,
): Date | undefined {
  const opening = opens_at === null || is_open ? undefined : new Date(opens_at);
  return opening && now.getTime() < opening.getTime() ? opening : undefined;
}

/** "Opens on 1 December 2026 at 09:00" before its opening, then what is left until its deadline. */
export function describeStanding(
  program: { opens_at: string | null; is_open: boolean; deadline_date: string },
  now: Date,
): string {
  const opening = comingOpening(program, now);
  return opening
    ? opensOn(formatDateTime(opening))
    : describeDeadline(new Date(program.deadline_date), now);
}

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

/** "7 programs open. The next closes on 7 December."; `next` is the nearest deadline. */
export function describeOpen(total: number, next: Date | undefined, now: Date): string {
  if (!next) return 'No program is open at the moment.';
  const closing = `closes on ${formatNearDay(next, now)}.`;
  return total === 1
    ? `1 program open. It ${closing}`
    : `${total} programs open. The next ${closing}`;
}

/** Within this range, a day and month are unambiguous without the year. */
const DAYS_WITHOUT_YEAR = 300;

/** The last full day on which an applicant can edit: the one before the deadline's. */
export function describeLastEdit(deadline: Date, now: Date): string {
  return formatNearDay(new Date(startOfDay(deadline).getTime() - DAY_MS), now);
}

/** A day to come, without its year where that is obvious. */
const formatNearDay = (day: Date, now: Date): string =>
  daysUntil(day, now) < DAYS_WITHOUT_YEAR ? formatDay(day) : formatDate(day);

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

/** How long until the opening: "in 12 days", "tomorrow", "today". Pages are kept for that long. */
export function describeWait(opening: Date, now: Date): string {
  const days = daysUntil(opening, now);
  if (days > 1) return `in ${days} days`;
  return days === 1 ? 'tomorrow' : 'today';
}
