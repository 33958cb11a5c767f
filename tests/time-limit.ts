/** Work that would never end is ended from outside. */
import { runInNewContext } from 'node:vm';

/** Milliseconds: a thousand times what the longest needs, and far less than what never ends. */
const LIMIT_MS = 20_000;

/** Whether the work, which waits for nothing, came to its end. */
export function ended(work: () => void): boolean {
  try {
    runInNewContext('work()', { work }, { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}
