/**
 * Tracks whether clamd is available: logs once when it goes down and once when it is back, and asks
 * at growing intervals in between.
 */
import type { Services } from '../context.ts';
import { retryAt } from '../queue/worker.ts';
import type { Scanner } from './clamd.ts';

/** Milliseconds until clamd is asked again after a failure. */
const BACK_OFF_MS = [1, 2, 5, 10, 30, 60].map((seconds) => seconds * 1000);

export type CircuitBreaker = {
  /** True while it answers; after a failure it is asked again only when due. */
  isReady(): Promise<boolean>;
  isAnswering(): Promise<boolean>;
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
  /** Failures at the same moment share one request. */
  const isAnswering = () => (asking ??= ask().finally(() => (asking = undefined)));

  return {
    isAnswering,
    isReady: async () =>
      state === 'up' || ((!askAgainAt || askAgainAt <= clock()) && isAnswering()),
    retryAt: () => askAgainAt,
  };
}
