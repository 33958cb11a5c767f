/**
 * The last hour before a deadline: who arrives when. All times are milliseconds from the start of
 * the drill, which runs faster than real time, in its last quarter less so.
 */
import { HOUR_MS } from '#domain/constants.ts';

export type Plan = {
  applicants: number;
  visitors: number;
  /** Megabytes of a document, on average. */
  megabytes: number;
  /** How many times as fast as real time the first three quarters and the last one run. */
  faster: number;
  lastFaster: number;
};

const LAST_MS = 15 * 60_000;
/** Pages per visitor and hour. */
const PAGES_EACH = 4;
/** Upload speeds in kilobytes per second: from a bad line to a good one. */
const LINES_KB = [60, 400] as const;
/** One in ten submits first and uploads the documents afterwards. */
const SUBMITS_FIRST = 10;

export type Applicant = {
  index: number;
  comesAt: number;
  bytesPerMs: number;
  isSubmittingFirst: boolean;
  /** Indexes of the sample documents. */
  documents: [number, number];
};

type Speeds = Pick<Plan, 'faster' | 'lastFaster'>;

/** The time in the drill that corresponds to a moment of the hour. */
const playedAt = (moment: number, { faster, lastFaster }: Speeds): number =>
  Math.min(moment, HOUR_MS - LAST_MS) / faster +
  Math.max(0, moment - (HOUR_MS - LAST_MS)) / lastFaster;

/** Milliseconds that the hour takes in the drill. */
export const playedMs = (speeds: Speeds): number => playedAt(HOUR_MS, speeds);

/** A number from 0 to 1 that is always the same for the same place. */
const spread = (index: number): number =>
  ((Math.imul(index + 1, 2_654_435_761) >>> 8) % 10_007) / 10_007;

/**
 * Half of them evenly in the first three quarters; half in the last one, more and more towards its
 * end.
 */
export function planApplicants(plan: Plan, variety: number): Applicant[] {
  const { applicants, faster, lastFaster } = plan;
  const half = applicants >> 1;
  const momentOf = (index: number) =>
    index < half
      ? (index / half) * (HOUR_MS - LAST_MS)
      : HOUR_MS - LAST_MS + Math.sqrt((index - half) / (applicants - half)) * LAST_MS;
  return Array.from({ length: applicants }, (_, index) => ({
    index,
    comesAt: playedAt(momentOf(index), plan),
    bytesPerMs:
      (LINES_KB[0] + spread(index) ** 2 * (LINES_KB[1] - LINES_KB[0])) *
      (index < half ? faster : lastFaster),
    isSubmittingFirst: index % SUBMITS_FIRST === 0,
    documents: [index % variety, (index * 7 + 3) % variety],
  }));
}

/** When pages are opened: more and more towards the end, like the applicants. */
export function planVisits(plan: Plan): number[] {
  const count = plan.visitors * PAGES_EACH;
  return Array.from({ length: count }, (_, index) => playedAt((index / count) * HOUR_MS, plan));
}
