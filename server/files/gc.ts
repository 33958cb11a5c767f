/**
 * Frees the memory of passing bytes early: it is outside the heap, so V8 notices it late and then
 * marks the whole heap (docs/decisions/0007 and 0049).
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes passed between two collections of the young generation; each takes half a millisecond. */
const STEP_BYTES = 4 * 1024 * 1024;

type Collect = (options: {
  type: 'minor' | 'major';
  execution: 'sync';
  flavor?: 'last-resort';
}) => void;

let collect: Collect | undefined;

/**
 * Not before everything is loaded: a changed flag invalidates the compile cache for modules loaded
 * later.
 */
function prepare(): Collect {
  // Helper threads for two megabytes cost more than they save, especially when all CPUs are busy.
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}

/** `process.memoryUsage` needs a file descriptor, and throws if none is left. */
const usedHeap = (): number => getHeapStatistics().used_heap_size;

let passed = 0;

/** Call it for each chunk that is received, or read to be sent. */
export function notePassedBytes(bytes: number): void {
  passed += bytes;
  if (passed < STEP_BYTES) return;
  passed = 0;
  collect ??= prepare();
  collect({ type: 'minor', execution: 'sync' });
}

/** Milliseconds between two checks whether the server is busy. */
const CHECK_INTERVAL_MS = 1000;
/** The maximum share of its time that an idle server works. */
const MAX_QUIET_SHARE = 0.05;
/** Growth in bytes that justifies a collection of about 30 ms. */
const MIN_GROWTH_BYTES = 1024 * 1024;

/**
 * Collects once after each busy period; otherwise V8 retains the garbage of the start and the first
 * visits until it needs the memory.
 */
export function settleWhenQuiet(): void {
  let last = performance.eventLoopUtilization();
  let settled = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isQuiet = performance.eventLoopUtilization(now, last).utilization < MAX_QUIET_SHARE;
    last = now;
    if (!isQuiet || usedHeap() < settled + MIN_GROWTH_BYTES) return;
    collect ??= prepare();
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    settled = usedHeap();
  }, CHECK_INTERVAL_MS).unref();
}
