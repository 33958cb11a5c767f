/**
 * Works through a queue, notified after commits and by a timer: one round at a time, and a
 * notification during a round is not lost. Written by hand: a job is a row written in the
 * transaction that causes it, on both engines, and queue libraries need Redis or PostgreSQL and a
 * connection of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

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
