import type { FieldProblems, RefusedRow } from '#domain/problem.ts';

/**
 * Thrown by every failed call. `message` is the sentence to show; status 0 means that there was no
 * answer.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldProblems;
  /** Seconds or a date, as sent by the server. */
  retryAfter: string | null = null;
  /** What stands in the way, where that is several things. */
  refused: readonly RefusedRow[] = [];

  constructor(status: number, code: string, message: string, fields: FieldProblems = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/**
 * The server's sentence if there is one, else this. `network` is used if there was no answer at
 * all.
 */
export type Fallback = string | { network: string; failed: string };

export function fallbackSentence(fallback: Fallback, isNetwork: boolean): string {
  if (typeof fallback === 'string') return fallback;
  return isNetwork ? fallback.network : fallback.failed;
}

/** Reads any error answer; the HTML page of a proxy counts as "no message". */
export function readProblem(status: number, body: string, fallback: Fallback): ApiError {
  const problem = parseObject(body);
  const message =
    typeof problem.message === 'string' && problem.message
      ? problem.message
      : fallbackSentence(fallback, false);
  const code = typeof problem.code === 'string' ? problem.code : 'internal';
  const error = new ApiError(status, code, message, (problem.fields ?? {}) as FieldProblems);
  if (Array.isArray(problem.refused)) error.refused = problem.refused as ApiError['refused'];
  return error;
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
