import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#domain/durations.ts';
import { dayOf } from '#domain/dates.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { ProposalSummary } from '#domain/reviews/summary-schema.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';

export const LAST_DAYS = 14;
/** This many charts are shown; the other programs are in the list of deadlines. */
const CHARTS = 3;

export type BeforeDeadline = {
  program: Program;
  days: ProposalSummary['day'];
  /** Only on its last day. */
  hours?: ProposalSummary['hour'];
};

/** Counts of the programs that close within those days, nearest first: one call per program. */
export const useLastDays = (programs: readonly Program[], today: Date) => {
  const near = programs
    .filter(({ deadline_date: at }) => Date.parse(at) - today.getTime() < LAST_DAYS * DAY_MS)
    .slice(0, CHARTS);
  return useQuery({
    queryKey: [queryKeys.proposals, 'last days', near.map(({ id }) => id)],
    queryFn: ({ signal }) => Promise.all(near.map((program) => fetchOne(program, today, signal))),
  });
};

async function fetchOne(program: Program, today: Date, signal: AbortSignal) {
  const deadline = Date.parse(program.deadline_date);
  const isLastDay = deadline - today.getTime() <= DAY_MS;
  const from = isLastDay
    ? new Date(deadline - DAY_MS).toISOString()
    : dayOf(new Date(deadline - (LAST_DAYS - 1) * DAY_MS));
  const { day, hour } = await desk.summarize(
    { program_id: program.id, received_from: from, received_to: program.deadline_date },
    { signal },
  );
  return { program, days: day, ...(isLastDay && { hours: hour }) } satisfies BeforeDeadline;
}
