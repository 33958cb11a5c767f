/** Days and instants. Ghana is on UTC the whole year, so a day in Africa/Accra is a UTC day. */
import { DAY_MS } from './constants.ts';

const TIME_ZONE = 'Africa/Accra';

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

/** "21 November 2026": en-GB, long. */
export const formatDate = (instant: string | Date): string => longDate.format(new Date(instant));

/** "21 Nov 2026", for dense tables. */
export const formatShortDate = (instant: string | Date): string =>
  shortDate.format(new Date(instant));

/** "21 Nov 2026, 17:00", for dense tables. */
export const formatShortDateTime = (instant: string | Date): string =>
  shortDateTime.format(new Date(instant));

/** "21 November 2026 at 17:00". */
export const formatDateTime = (instant: string | Date): string =>
  longDateTime.format(new Date(instant));

/** "21 November 2026 at 17:00 GMT", for people who may be elsewhere. */
export const formatMoment = (instant: string | Date): string => `${formatDateTime(instant)} GMT`;

/** "21 Nov 2026, 17:00 GMT", the same where there is little room. */
export const formatShortMoment = (instant: string | Date): string =>
  `${formatShortDateTime(instant)} GMT`;

const shortTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: TIME_ZONE });

/** "17:00 GMT", where the day is obvious. */
export const formatTime = (instant: string | Date): string =>
  `${shortTime.format(new Date(instant))} GMT`;

/** "9:36", where day and place are obvious. */
export const formatClock = (instant: Date): string =>
  shortTime.format(instant).replace(/^0(?=\d:)/, '');

const second = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: TIME_ZONE,
});

/** "28 Nov, 14:05:09": to the second. */
export const formatSecond = (instant: Date): string => second.format(instant);

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: TIME_ZONE,
});

/** "12 December", where the year is obvious. */
export const formatDay = (instant: string | Date): string => dayAndMonth.format(new Date(instant));

const weekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: TIME_ZONE,
});

/** "Friday 11 September", where the year is obvious. */
export const formatWeekday = (instant: Date): string => weekday.format(instant);

/** 00:00 in Accra of the instant's day. */
export function startOfDay(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS);
}

/** Whole days from now to the instant's day; 0 today, negative before. */
export function daysUntil(instant: Date, now: Date): number {
  return Math.round((startOfDay(instant).getTime() - startOfDay(now).getTime()) / DAY_MS);
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
