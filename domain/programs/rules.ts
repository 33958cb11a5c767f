import { DAY_MS, DEADLINES, SECOND_MS } from '../constants.ts';
import { daysUntil, formatDate, formatDateTime, formatDay, startOfDay } from '../dates.ts';

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

/** Bytes of a request that came together, and how many that count came before them. */
type Arrived = { at: Date; before: number };

/**
 * The moment that a deadline is compared with: when the first byte of the request came, or later,
 * if any of its bytes came later than a slow line would have brought it. Nobody holds a place with
 * one byte and makes the rest afterwards, however many bytes that will be.
 */
export function receivedBy(request: { firstByteAt: Date; arrived: readonly Arrived[] }): Date {
  let received = request.firstByteAt.getTime();
  for (const { at, before } of request.arrived) {
    const seconds = before / DEADLINES.bytesPerSecond + DEADLINES.extraSeconds;
    received = Math.max(received, at.getTime() - seconds * SECOND_MS);
  }
  return new Date(received);
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

export const isLastDay = (deadline: Date, now: Date): boolean =>
  isOpen(deadline, now) && isEditingLocked(deadline, now);

/** "Closes today at 17:25", "1 day left", "12 days left" or "Closed". */
export function describeDeadline(deadline: Date, now: Date): string {
  if (!isOpen(deadline, now)) return 'Closed';
  const days = daysUntil(deadline, now);
  if (days === 0) return `Closes today at ${formatDateTime(deadline).slice(-5)}`;
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** How long until the opening: "in 12 days", "tomorrow", "today". Pages are kept for that long. */
export function describeWait(opening: Date, now: Date): string {
  const days = daysUntil(opening, now);
  if (days > 1) return `in ${days} days`;
  return days === 1 ? 'tomorrow' : 'today';
}

/** spec §8.8, word for word. */
export const PROGRAM = {
  created: 'Program created successfully!',
  updated: 'Program updated successfully!',
  deleted: 'Program deleted successfully.',
  createFailed: 'Failed to create program.',
  updateFailed: 'Failed to update program.',
  deleteFailed: 'Failed to delete program.',
  notFound: 'Program not found',
  none: 'No projects have been created yet.',
  noneAvailable: 'No programs available at the moment.',
  loginRequiredTitle: 'Login Required',
  loginRequired: 'You need to log in or create an account first to apply. Click OK to go to login.',
  closedTitle: 'Application Closed',
  closed: 'The application deadline for this program has passed.',
} as const;

/** 'No programs available (for a sector) at the moment.' */
export const noProgramsFor = (sector: string): string =>
  `No programs available for ${sector} at the moment.`;

/** `day` as in "12 December". */
/** To whom it applies: a person who has more time than the program's deadline. */
export const extendedUntil = (instant: string): string => `Extended for you until ${instant}`;

export const editableUntil = (day: string): string => `You can edit until ${day}.`;
/** `moment` as in "1 December 2026 at 09:00 GMT". */
export const opensOn = (moment: string): string => `Opens on ${moment}`;
export const wasEditableUntil = (day: string): string => `Editing was open until ${day}.`;

/** `moment` as in "12 December 2026 at 17:00". */
export const closesNow = (moment: string): string => `It now closes on ${moment}.`;

export const PROGRAM_RULES = {
  deadlineMoved: 'The deadline of this program has moved.',
  deadline: 'Enter the date and time of the deadline.',
  sector: 'Select a sector.',
  /** On the day of the deadline, while submissions are still accepted. */
  lastDay: "Today is the last day: what you send can't be changed afterwards.",
  opening: 'Enter the date and time of the opening.',
  decisionBy: 'Enter the date of the decision, or leave it blank.',
  announces: 'Choose when applicants hear about decisions.',
  announceAt: 'Enter the date and time of the announcement.',
  announceTooLate: 'Choose a time within the next 60 days.',
  hasRounds: 'This program is judged in rounds. Releasing a round announces its results.',
  isPublic: 'the program is public',
} as const;

/** What only the server says, apart from what screens load. */
export const PROGRAM_REFUSALS = {
  openingAfterDeadline: 'A program must open before its deadline.',
  decisionBeforeDeadline: 'The decision must come on the day of the deadline or later.',
  deadlineAfterDecision: 'The deadline must not come after the date of the decision.',
  decisionPast: 'The date of the decision has passed.',
  announcesAtOnce:
    'This program announces each decision as it is made. Change that in the program first.',
  notPlanned: 'No announcement is planned.',
  unannounced: 'Some decisions are not announced yet. Announce them first.',
  notOpenYet: 'This program is not open yet.',
  hasProposals:
    'This program has proposals, so it cannot be deleted. Move its deadline to close it instead.',
} as const;

const PAPER_DAYS = 14;

/** Until when admins may enter what came in on paper before this deadline: contract §13.3. */
export const paperUntil = (deadline: Date): Date =>
  new Date(deadline.getTime() + PAPER_DAYS * DAY_MS);
