/**
 * Whether clamd is there: said once when it goes and once when it comes back, asked ever more
 * rarely in between.
 */
import type { Services } from '../context.ts';
import { retryAt } from '../queue/retry.ts';
import type { Scanner } from './clamd.ts';

/** Until clamd is asked again when it did not answer. */
const BACK_OFF_MS = [1, 2, 5, 10, 30, 60].map((seconds) => seconds * 1000);

export type CircuitBreaker = {
  /** True while it answers; after a failure it is asked again only at the next due time. */
  isReady(): Promise<boolean>;
  /** Asks it now. */
  isAnswering(): Promise<boolean>;
  /** When it is asked again; undefined while it answers. */
  retryAt(): Date | undefined;
};

export function createCircuitBreaker(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  scanner: Scanner,
  signal: AbortSignal,
): CircuitBreaker {
  let state: 'unknown' | 'up' | 'down' = 'unknown';
  let failures = 0;
  let askAgainAt: Date | undefined;
  let asking: Promise<boolean> | undefined;

  const ask = async (): Promise<boolean> => {
    try {
      await scanner.ping(signal);
    } catch (error) {
      if (signal.aborted) return false;
      failures += 1;
      askAgainAt = retryAt(clock(), BACK_OFF_MS, failures);
      if (state !== 'down')
        log.error(
          { err: error },
          'CLAMD_URL: clamd does not answer, so documents that were not checked for viruses stay locked',
        );
      state = 'down';
      return false;
    }
    if (state === 'down') log.warn('clamd answers again');
    [state, failures, askAgainAt] = ['up', 0, undefined];
    return true;
  };
  /** Several that fail at the same moment ask together. */
  const isAnswering = () => (asking ??= ask().finally(() => (asking = undefined)));

  return {
    isAnswering,
    isReady: async () =>
      state === 'up' || ((!askAgainAt || askAgainAt <= clock()) && isAnswering()),
    retryAt: () => askAgainAt,
  };
}
