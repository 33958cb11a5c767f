/**
 * Shares the event loop: work that can wait gets some milliseconds of each turn, and none while new
 * connections are still to be taken.
 */

/**
 * libuv takes one new connection in a turn. Turns with nothing else in them, so that those who wait
 * to be taken come soon.
 */
const MAX_ACCEPTING_ROUNDS = 64;

/** In a millisecond. */
const MICROSECONDS = 1000;

type TimeSlice = {
  /** Whether this turn has time left for one more piece of work. */
  hasTime(): boolean;
  /** Says that work is waiting. */
  notify(): void;
  noteConnection(): void;
};

/**
 * `runNext` does the next piece and says what it cost; undefined when there is none that may begin.
 */
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
    // The clock costs less to ask; on a machine that others use too it runs on while this process
    // stands still.
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

/** Milliseconds of processor that this thread has used. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}

/**
 * Where a database is in this process, the work of a request is in its promises: only after them is
 * known how long it took.
 */
function afterItsPromises(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
