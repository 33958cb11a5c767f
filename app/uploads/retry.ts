import type { ApiError } from '#app/api/api-error.ts';

/** Attempts without further progress, after which the applicant decides. */
export const MAX_TRIES = 5;
const PAUSES_MS = [2000, 5000, 10_000, 20_000];
const SILENT = [0, 502, 503, 504];

/**
 * Whether nothing was decided: no answer, an overloaded server, or the first attempt still being
 * stored. A cancellation by the applicant is a decision.
 */
export const isWorthRetrying = ({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean =>
  code !== 'aborted' && (SILENT.includes(status) || code === 'in_progress');

/** Milliseconds to wait after this many attempts. */
export const pauseAfter = (tries: number): number =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
