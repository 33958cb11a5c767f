import type { RefusedRow } from '#domain/problem.ts';
import { ApiError } from '#app/api/api-error.ts';

/** What others work on, if an account was not closed because of it; undefined for another reason. */
export const sharedRowsOf = (error: unknown): readonly RefusedRow[] | undefined =>
  error instanceof ApiError && error.code === 'has_members' ? error.refused : undefined;
