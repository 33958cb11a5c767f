import { DAY_MS, PUBLIC_LISTS } from '#domain/constants.ts';
import { asExtended, comingOpening } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';

/** For those who have more time than others, their own. */
const deadlineOf = (program: Program): number => Date.parse(asExtended(program).deadline_date);

/** Whether a program is open, or closed within the last 90 days. */
export const isListed = (program: Program, now: Date): boolean =>
  program.is_open || deadlineOf(program) >= now.getTime() - PUBLIC_LISTS.closedProgramDays * DAY_MS;

/** The parts of a list of programs; those that have none are left out. */
export type ProgramSection = {
  kind: 'open' | 'coming' | 'closed';
  programs: Program[];
};

/**
 * Open ones first, nearest deadline first, then those that open later, then those that closed in
 * the last 90 days: contract §6.5.
 */
export function orderPrograms(programs: readonly Program[], now: Date): ProgramSection[] {
  const isComing = (program: Program) => comingOpening(program, now) !== undefined;
  const sections: ProgramSection[] = [
    {
      kind: 'open',
      programs: programs
        .filter(({ is_open }) => is_open)
        .toSorted((a, b) => deadlineOf(a) - deadlineOf(b)),
    },
    {
      kind: 'coming',
      programs: programs
        .filter(isComing)
        .toSorted((a, b) => Date.parse(a.opens_at!) - Date.parse(b.opens_at!)),
    },
    {
      kind: 'closed',
      programs: programs
        .filter((program) => !program.is_open && !isComing(program) && isListed(program, now))
        .toSorted((a, b) => deadlineOf(b) - deadlineOf(a)),
    },
  ];
  return sections.filter((section) => section.programs.length > 0);
}
