import { DAY_MS, HOUR_MS } from '#domain/constants.ts';
import { dayOf, formatShortDate, formatShortDateTime, startOfDay } from '#domain/dates.ts';

export type Day = { date: string; count: number };
type Hour = { at: string; count: number };
const HOURS = 24;

/** Each of the last days up to today, including empty ones, oldest first. */
export function lastDays(days: readonly Day[], today: Date, length: number): Day[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const last = startOfDay(today).getTime();
  return Array.from({ length }, (_, place) => {
    const date = dayOf(new Date(last - (length - 1 - place) * DAY_MS));
    return { date, count: counts.get(date) ?? 0 };
  });
}

/** Each of the last 24 hours up to this moment, including empty ones, oldest first. */
export function lastHours(hours: readonly Hour[], until: Date): Hour[] {
  const counts = new Map(hours.map(({ at, count }) => [at, count]));
  const last = Math.floor(until.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, place) => {
    const at = new Date(last - (HOURS - 1 - place) * HOUR_MS).toISOString();
    return { at, count: counts.get(at) ?? 0 };
  });
}

/** "21 Nov". */
export const dayTick = (date: string): string => formatShortDate(date).replace(/ \d{4}$/, '');
/** "17:00". */
export const hourTick = (at: string): string => formatShortDateTime(at).slice(-5);
