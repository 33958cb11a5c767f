/** Days and instants. Ghana is on UTC the whole year, so a day in Africa/Accra is a UTC day. */

const TIME_ZONE = 'Africa/Accra';
const NO_BREAK_SPACE = '\u00a0';

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: TIME_ZONE });
const shortDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: TIME_ZONE });
const shortDateTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});
const longDateTime = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

/**
 * Formats an instant. The day and its month are joined by a no-break space, so that a narrow column
 * never ends in "21".
 */
const formatAs = (format: Intl.DateTimeFormat, instant: string | Date): string =>
  format.format(new Date(instant)).replace(' ', NO_BREAK_SPACE);

/** "21 November 2026": en-GB, long. */
export const formatDate = (instant: string | Date): string => formatAs(longDate, instant);

/** "21 Nov 2026", for dense tables. */
export const formatShortDate = (instant: string | Date): string => formatAs(shortDate, instant);

/** "21 Nov 2026, 17:00", for dense tables. */
export const formatShortDateTime = (instant: string | Date): string =>
  formatAs(shortDateTime, instant);

/** "21 November 2026 at 17:00". */
export const formatDateTime = (instant: string | Date): string => formatAs(longDateTime, instant);

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: TIME_ZONE,
});

/** "12 December", where the year is obvious. */
export const formatDay = (instant: string | Date): string => formatAs(dayAndMonth, instant);

/** Ordinary spaces instead of no-break ones, for what is read as plain text: mails and files. */
export const plainSpaces = (text: string): string => text.replaceAll(NO_BREAK_SPACE, ' ');

/** 00:00 in Accra of the instant's day. */
export function startOfDay(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate()));
}

/** Whole days from now to the instant's day; 0 today, negative before. */
export function daysUntil(instant: Date, now: Date): number {
  return Math.round((startOfDay(instant).getTime() - startOfDay(now).getTime()) / 86_400_000);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** 00:00 in Accra of a day such as "2026-11-22"; undefined if it is not a calendar day. */
export function readDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00.000Z`);
  const isDay = DAY.test(text) && !Number.isNaN(day.getTime()) && dayOf(day) === text;
  return isDay ? day : undefined;
}

/** The instant of a text such as "2026-11-22T17:00:00Z"; undefined for anything else. */
export function readInstant(text: string): Date | undefined {
  const instant = new Date(text);
  const isInstant =
    INSTANT.test(text) && readDay(text.slice(0, 10)) && !Number.isNaN(instant.getTime());
  return isInstant ? instant : undefined;
}

/** The instant's day in Accra, as "2026-11-22". */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
