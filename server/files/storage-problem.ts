import { Problem } from '#domain/problem.ts';

const RETRY_AFTER_SECONDS = 30;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);
const FAILING = new Set([
  'EIO',
  'EMFILE',
  'ENFILE',
  'ETIMEDOUT',
  'ESTALE',
  'ENODEV',
  'EACCES',
  'EPERM',
]);

export class StorageProblem extends Problem {}

/**
 * Turns a system error of the disk into a refusal for users; other errors are returned unchanged.
 */
export function storageProblem(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (FULL.has(code)) {
    return new StorageProblem('storage_full', 'We can’t store files right now. Try again later.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  return FAILING.has(code) ? storageUnavailable(error) : error;
}

export function storageUnavailable(cause: unknown): Problem {
  return new StorageProblem(
    'unavailable',
    'Files cannot be stored or read right now. Try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    },
  );
}

export async function translated<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw storageProblem(error);
  }
}
