/** What the two engines say when something goes wrong, as the product's own words. */
import { Problem } from '#domain/problem.ts';

type EngineError = { code?: unknown; errcode?: unknown; message?: unknown };

const UNIQUE = new Set<unknown>(['23505', 1555, 2067]);
const FOREIGN_KEY = new Set<unknown>(['23503', 787]);

const matches = (error: unknown, codes: Set<unknown>) => codes.has((error as EngineError)?.errcode) || codes.has((error as EngineError)?.code);

export const isUniqueViolation = (error: unknown): boolean => matches(error, UNIQUE);
export const isForeignKeyViolation = (error: unknown): boolean => matches(error, FOREIGN_KEY);

/** A lock was not to be had in the time allowed. */
export const isLockTimeout = (error: unknown): boolean => (error as EngineError)?.code === '55P03' || isSqliteCode(error, 5);

const isSqliteCode = (error: unknown, ...codes: number[]): boolean => {
  const { errcode } = (error ?? {}) as EngineError;
  return typeof errcode === 'number' && codes.includes(errcode & 0xff);
};

/** PostgreSQL's own answers, except those after which a commit may have happened all the same. */
const SURE_SQLSTATE = /^(?!08|57P|40003|XX|58)[0-9A-Z]{5}$/;

/** Whether a failed transaction has certainly left nothing; false when its commit may have been done and only the answer was lost. */
export function isUndone(error: unknown): boolean {
  if (error instanceof Problem) return true;
  const { code } = (error ?? {}) as EngineError;
  return isSqliteCode(error, 5, 6, 8, 13, 19) || (typeof code === 'string' && SURE_SQLSTATE.test(code) && 'severity' in (error as object));
}

const LOST_CONNECTION = /^(08|57P|53|55P03|57014|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/;
const POOL_TIMEOUT = /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** A fault of disk or connection as 507 or 503, or undefined when the error is something else. */
export function toStorageProblem(error: unknown): Problem | undefined {
  const { code, errcode, message } = (error ?? {}) as EngineError;
  const primary = typeof errcode === 'number' ? errcode & 0xff : undefined;
  if (primary === 13 || code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return new Problem('storage_full', 'The server has no space left. Nothing was saved. Please try again later.', { cause: error });
  const isDown = primary === 5 || primary === 6 || primary === 8 || primary === 10 || (typeof code === 'string' && LOST_CONNECTION.test(code)) || POOL_TIMEOUT.test(String(message));
  return isDown ? new Problem('unavailable', 'The service is not available right now. Please try again in a moment.', { retryAfter: 5, cause: error }) : undefined;
}
