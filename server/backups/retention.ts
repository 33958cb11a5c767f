/** Decides which backups of a series stay. */
import { DAY_MS } from '#domain/durations.ts';
import type { NamedBackup } from './places.ts';

/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3;

const PERIODS: Record<string, (moment: Date) => string> = {
  d: (moment) => moment.toISOString().slice(0, 10),
  w: (moment) => String(Math.floor((moment.getTime() / DAY_MS + DAYS_TO_MONDAY) / 7)),
  m: (moment) => moment.toISOString().slice(0, 7),
};

function newestOfEach(
  backups: NamedBackup[],
  count: number,
  periodOf: (moment: Date) => string,
): NamedBackup[] {
  const newest = new Map<string, NamedBackup>();
  for (const backup of backups) {
    const period = periodOf(backup.madeAt);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].slice(0, count);
}

/** Takes the backups of one installation, newest first, and a rule; returns those to delete. */
export function findExpired(backups: NamedBackup[], rule: string): NamedBackup[] {
  const retained = new Set(
    rule.split(/ +/).flatMap((part) => {
      const periodOf = PERIODS[part.at(-1)!];
      const count = Number.parseInt(part, 10);
      return periodOf ? newestOfEach(backups, count, periodOf) : backups.slice(0, count);
    }),
  );
  // The newest one always stays.
  return backups.slice(1).filter((backup) => !retained.has(backup));
}
