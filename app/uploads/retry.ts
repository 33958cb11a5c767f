import type { ApiError } from '#app/api/api-error.ts';

/** Tries in which nothing more got through: after these it is the applicant's to say. */
export const MAX_TRIES = 5;
const PAUSES_MS = [2000, 5000, 10_000, 20_000];
const SILENT = [0, 502, 503, 504];

/**
 * Whether nothing was decided: no answer, an overloaded server, or the first try still being
 * stored. A stop by the applicant is a decision.
 */
export const isWorthRetrying = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  code !== 'aborted' && (SILENT.includes(status) || code === 'in_progress');

/** Milliseconds to wait after this many tries. */
export const pauseAfter = (tries: number): number =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
