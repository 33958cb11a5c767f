import { dayOf, startOfDay } from '#domain/dates.ts';

export type Day = { date: string; count: number };
const DAY_MS = 86_400_000;

/** Each of the last days up to today, also those without anything, oldest first. */
export function lastDays(days: readonly Day[], today: Date, length: number): Day[] {
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const last = startOfDay(today).getTime();
  return Array.from({ length }, (_, place) => {
    const date = dayOf(new Date(last - (length - 1 - place) * DAY_MS));
    return { date, count: counts.get(date) ?? 0 };
  });
}
