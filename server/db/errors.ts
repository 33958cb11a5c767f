import { Problem } from '#domain/problem.ts';

type EngineError = { code?: unknown; errcode?: unknown; message?: unknown };

const UNIQUE = new Set<unknown>(['23505', 1555, 2067]);
const FOREIGN_KEY = new Set<unknown>(['23503', 787]);

const matches = (error: unknown, codes: Set<unknown>) =>
  codes.has((error as EngineError)?.errcode) || codes.has((error as EngineError)?.code);

export const isUniqueViolation = (error: unknown): boolean => matches(error, UNIQUE);
export const isForeignKeyViolation = (error: unknown): boolean => matches(error, FOREIGN_KEY);

export const isBusy = (error: unknown): boolean => isSqliteCode(error, 5);

export const isLockTimeout = (error: unknown): boolean =>
  (error as EngineError)?.code === '55P03' || isBusy(error);

/**
 * The server rolled this transaction back in favour of another: it reports this only if nothing was
 * committed.
 */
export const isSerializationFailure = (error: unknown): boolean =>
  ['40001', '40P01'].includes(String((error as EngineError)?.code));

/** Of `pg`: no answer within `query_timeout`. */
export const isSilence = (error: unknown): boolean =>
  (error as EngineError)?.message === 'Query read timeout';

/** SQLite's own number for an error; undefined for any other error. */
export function sqliteCodeOf(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as EngineError;
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const isSqliteCode = (error: unknown, ...codes: number[]): boolean =>
  codes.includes(sqliteCodeOf(error) ?? NaN);

/** PostgreSQL's own errors, except those after which a commit may have happened. */
const SURE_SQLSTATE = /^(?!08|57P|40003|XX|58)[0-9A-Z]{5}$/;

/**
 * Whether a failed transaction certainly left nothing; false if it may have been committed and only
 * the answer was lost.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof Problem) return true;
  const { code } = (error ?? {}) as EngineError;
  return (
    isSqliteCode(error, 5, 6, 8, 13, 19) ||
    (typeof code === 'string' && SURE_SQLSTATE.test(code) && 'severity' in (error as object))
  );
}

/** The server is down, starting, full or refusing us; or it rolled this transaction back. */
const LOST_CONNECTION =
  /^(08|57P|53|28|3D|25P03|40|55P03|57014|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|EMFILE|ENFILE)/;
const POOL_TIMEOUT =
  /Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)|(does not support|establishing an) SSL connection/;

export const unavailable = (cause?: unknown): Problem =>
  new Problem('unavailable', 'The service is not available right now. Try again in a moment.', {
    retryAfter: 5,
    cause,
  });

/**
 * SQLite's file is locked, read-only, unreadable or corrupt, cannot be opened, or is not a
 * database.
 */
const UNUSABLE = new Set([5, 6, 8, 10, 11, 14, 26]);

/** A fault of disk or connection as 507 or 503; undefined for any other error. */
export function toStorageProblem(error: unknown): Problem | undefined {
  const { code, errcode, message } = (error ?? {}) as EngineError;
  const primary = typeof errcode === 'number' ? errcode & 0xff : undefined;
  if (primary === 13 || code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new Problem(
      'storage_full',
      'The server has no space left. Nothing was saved. Try again later.',
      { cause: error },
    );
  const isDown =
    (primary !== undefined && UNUSABLE.has(primary)) ||
    (typeof code === 'string' && LOST_CONNECTION.test(code)) ||
    POOL_TIMEOUT.test(String(message));
  return isDown ? unavailable(error) : undefined;
}
