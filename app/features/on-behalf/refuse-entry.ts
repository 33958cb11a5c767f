import { formatDateTime } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import { correctableUntil } from './refuse-correction.ts';

const labels = {
  ended: 'This season has ended, so nothing more can be entered.',
  early: (moment: string) => `Nothing can be entered before the program opens on ${moment} GMT.`,
  over: (moment: string) =>
    `What came in before the deadline could be entered until ${moment} GMT.`,
} as const;

type Times = Pick<Program, 'opens_at' | 'deadline_date' | 'ended_at'>;

/** Until when something can be entered, for somebody who may have more time than others. */
export const enterableUntil = (program: Times, extended: string | null): Date =>
  correctableUntil({ extended_until: extended }, program);

/** Why nothing can be entered now; undefined while something can: contract §13.3. */
export function refuseEntry(
  program: Times,
  extended: string | null,
  now: Date,
): string | undefined {
  if (program.ended_at) return labels.ended;
  if (program.opens_at !== null && now < new Date(program.opens_at))
    return labels.early(formatDateTime(program.opens_at));
  const until = enterableUntil(program, extended);
  return now > until ? labels.over(formatDateTime(until)) : undefined;
}
