/**
 * Works through a queue, notified after commits and by a timer: one round at a time, and a
 * notification during a round is not lost. Written by hand: a job is a row written in the
 * transaction that causes it, on both engines, and queue libraries need Redis or PostgreSQL and a
 * connection of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Services } from '../context.ts';
import { extendLease, type ClaimedJob, type Queue } from './store.ts';

export type Worker = {
  notify(): void;
  /** For work that nobody waits for: gathers more of it first. */
  notifySoon(): void;
  /** Resolves when nothing is in flight. */
  stop(): Promise<void>;
};

type Rounds = {
  /** Does everything that is due; returns early if `isStopped`. Never rejects. */
  work(isStopped: () => boolean): Promise<void>;
  /** When the next job is due; undefined if none is known. */
  nextDueAt(): Promise<Date | undefined>;
  clock: () => Date;
};

/** The longest time until work left behind by another instance is found. */
const LONGEST_SLEEP_MS = 5000;
const SHORTEST_SLEEP_MS = 50;
/** Milliseconds for which `notifySoon` gathers work. */
const GATHERING_MS = 1000;

export function startWorker({ work, nextDueAt, clock }: Rounds): Worker {
  // The work belongs to no single request: it must not run, or log, in the context of the one that
  // notified.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let isStopped = false;
  let isNotified = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const sleep = async (): Promise<void> => {
    const dueAt = await nextDueAt().catch(() => undefined);
    const waitMs = dueAt ? dueAt.getTime() - clock().getTime() : LONGEST_SLEEP_MS;
    if (!isStopped)
      timer = setTimeout(
        notify,
        Math.min(Math.max(waitMs, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS),
      ).unref();
  };

  function notify(): void {
    isNotified = true;
    if (isStopped || running) return;
    clearTimeout(timer);
    running = outsideRequests(async () => {
      while (isNotified && !isStopped) {
        isNotified = false;
        await work(() => isStopped);
      }
      await sleep();
    }).finally(() => {
      running = undefined;
      if (isNotified) notify();
    });
  }

  const notifySoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      notify();
    }, GATHERING_MS).unref();
  };

  notify();
  return {
    notify,
    notifySoon,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(soon);
      await running;
    },
  };
}

/** Runs `work` repeatedly, with this pause in milliseconds after each run, until stopped. */
export function repeat(
  work: (isStopped: () => boolean) => Promise<void>,
  firstMs: number,
  intervalMs: number,
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = () => {
    running = work(() => isStopped).finally(() => {
      if (!isStopped) timer = setTimeout(run, intervalMs).unref();
    });
  };
  timer = setTimeout(run, firstMs).unref();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/** When to retry after the first, second, … failure; the last delay applies to all later ones. */
export const retryAt = (now: Date, delaysMs: readonly number[], failures: number): Date =>
  new Date(now.getTime() + delaysMs[Math.min(failures, delaysMs.length) - 1]!);

const REASON_CHARS = 300;

export function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  return String(message || code || error)
    .replace(/\s+/g, ' ')
    .slice(0, REASON_CHARS);
}

/**
 * Extends the lease of jobs that were claimed together, until the returned function is called. A
 * failure is logged: at worst, another instance does them as well.
 */
export function renewLease<Row extends object>(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  queue: Queue<Row>,
  jobs: ClaimedJob<Row>[],
  { leaseMs, heartbeatMs }: { leaseMs: number; heartbeatMs: number },
): () => void {
  const ids = jobs.map((job) => String(job[queue.id as keyof Row]));
  let { leasedUntil } = jobs[0]!;
  let isExtending = false;
  // One at a time: the next one compares with the moment that this one has stored.
  const extend = async () => {
    if (isExtending) return;
    isExtending = true;
    const next = new Date(clock().getTime() + leaseMs);
    try {
      if (await extendLease(db.read, queue, ids, leasedUntil, next)) leasedUntil = next;
    } finally {
      isExtending = false;
    }
  };
  const timer = setInterval(
    () => void extend().catch((error) => log.warn({ err: error, queue: queue.table }, 'lease')),
    heartbeatMs,
  );
  return () => clearInterval(timer);
}
