import type { Services } from '../context.ts';
import { extendLease, type ClaimedJob, type Queue } from './store.ts';

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
