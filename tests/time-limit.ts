/** Ends work that would never finish by itself. */
import { runInNewContext } from 'node:vm';

/** Milliseconds: some hundred times what the longest takes, and far less than forever. */
const LIMIT_MS = 10_000;

/** Whether the synchronous work finished. */
export function ended(work: () => void): boolean {
  const before = process.cpuUsage();
  try {
    runInNewContext('work()', { work }, { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    // Beside other work it may have had little of the time.
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 < LIMIT_MS / 2 && ended(work);
  }
}
