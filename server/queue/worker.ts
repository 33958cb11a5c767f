/**
 * Works off a queue, notified after a commit and by a timer: one round at a time, and a
 * notification in between is not lost. By hand: a job is a row of the transaction that causes it,
 * on both engines, and libraries of queues want Redis or PostgreSQL and a connection of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Worker = {
  notify(): void;
  /** For work that nobody waits for: more of it is gathered first. */
  notifySoon(): void;
  /** Resolves when nothing is on its way. */
  stop(): Promise<void>;
};

type Rounds = {
  /** Does all that is due; it ends early when `isStopped`. Never rejects. */
  work(isStopped: () => boolean): Promise<void>;
  /** When the next job is due, undefined when none is known. */
  nextDueAt(): Promise<Date | undefined>;
  clock: () => Date;
};

/** What another instance left behind is found this late at most. */
const LONGEST_SLEEP_MS = 5000;
const SHORTEST_SLEEP_MS = 50;
/** How long `notifySoon` gathers. */
const GATHERING_MS = 1000;

export function startWorker({ work, nextDueAt, clock }: Rounds): Worker {
  // The work is everybody's: it must not run, and log, as part of the request that notified.
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
