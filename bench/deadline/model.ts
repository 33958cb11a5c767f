/**
 * Simulates the last hour before a deadline: who arrives when. All moments are milliseconds from
 * the start of the drill, which runs `faster` times as fast as the real hour.
 */

export type Plan = {
  applicants: number;
  visitors: number;
  /** Megabytes of a document, on average. */
  megabytes: number;
  faster: number;
};

const HOUR_MS = 3_600_000;
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

/** A number from 0 to 1, always the same for the same index. */
const spread = (index: number): number =>
  ((Math.imul(index + 1, 2_654_435_761) >>> 8) % 10_007) / 10_007;

/**
 * Half arrive evenly in the first three quarters, the other half in the last one at a growing rate.
 */
export function planApplicants({ applicants, faster }: Plan, variety: number): Applicant[] {
  const half = applicants >> 1;
  const momentOf = (index: number) =>
    index < half
      ? (index / half) * (HOUR_MS - LAST_MS)
      : HOUR_MS - LAST_MS + Math.sqrt((index - half) / (applicants - half)) * LAST_MS;
  return Array.from({ length: applicants }, (_, index) => ({
    index,
    comesAt: momentOf(index) / faster,
    bytesPerMs: (LINES_KB[0] + spread(index) ** 2 * (LINES_KB[1] - LINES_KB[0])) * faster,
    isSubmittingFirst: index % SUBMITS_FIRST === 0,
    documents: [index % variety, (index * 7 + 3) % variety],
  }));
}

/** When pages are opened: visitors, too, are most frequent at the end of the hour. */
export function planVisits({ visitors, faster }: Plan): number[] {
  const count = visitors * PAGES_EACH;
  return Array.from({ length: count }, (_, index) => (index / count) * (HOUR_MS / faster));
}
