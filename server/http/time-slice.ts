/**
 * Shares the event loop: work that can wait gets some milliseconds of each iteration, and none
 * while new connections are pending.
 */

/**
 * libuv accepts one new connection per iteration. This many iterations do nothing else, so that
 * pending connections are accepted soon.
 */
const MAX_ACCEPTING_ROUNDS = 64;

/** Per millisecond. */
const MICROSECONDS = 1000;

type TimeSlice = {
  /** Whether this iteration has time left for another piece of work. */
  hasTime(): boolean;
  /** Announces that work is waiting. */
  notify(): void;
  noteConnection(): void;
};

/** `runNext` does the next piece and returns its cost; undefined if none may begin. */
export function createTimeSlice(
  budgetMs: number,
  runNext: () => 'cheap' | 'costly' | undefined,
): TimeSlice {
  let isOpen = false;
  let endsAt = 0;
  let cpuEndsAt = 0;
  let hasConnection = false;
  let acceptingRounds = 0;

  const open = (milliseconds: number) => {
    isOpen = true;
    endsAt = performance.now() + milliseconds;
    cpuEndsAt = milliseconds > 0 ? cpuMs() + milliseconds : 0;
    setImmediate(next);
  };
  const hasTime = () => {
    if (!isOpen) open(budgetMs);
    // Wall time is cheaper to read, but on a shared machine it also counts time in which this
    // process does not run.
    return performance.now() < endsAt || cpuMs() < cpuEndsAt;
  };
  const runAll = () => {
    while (hasTime()) {
      const cost = runNext();
      if (cost === undefined) return;
      if (cost === 'costly') return afterItsPromises(runAll);
    }
    needsAnother = true;
  };
  let needsAnother = false;
  const next = () => {
    isOpen = false;
    if (hasConnection && acceptingRounds < MAX_ACCEPTING_ROUNDS) {
      hasConnection = false;
      acceptingRounds += 1;
      return open(0);
    }
    [hasConnection, acceptingRounds] = [false, 0];
    if (!needsAnother) return;
    needsAnother = false;
    open(budgetMs);
    runAll();
  };
  return {
    hasTime,
    notify: () => {
      needsAnother = true;
      if (!isOpen) open(0);
    },
    noteConnection: () => void (hasConnection = true),
  };
}

/** Milliseconds of CPU time that this thread has used. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}

/**
 * With a database in this process, a request's work happens in its promises: its cost is known only
 * after them.
 */
function afterItsPromises(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
