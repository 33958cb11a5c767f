/**
 * One request at a time writes to an upload, or one instance checks it. Only a courtesy: every
 * write compares the state it was based on.
 */
import type { Services } from '../context.ts';
import * as store from './store.ts';

/**
 * Milliseconds after which a lease that nobody renews is free again; each stored piece renews it.
 */
const LEASE_MS = 10_000;

type Leaser = Pick<Services, 'db' | 'clock' | 'log'>;

export const leaseEnd = ({ clock }: Pick<Services, 'clock'>): Date =>
  new Date(clock().getTime() + LEASE_MS);

/**
 * To be called at start. The one process that an embedded database has is new: whoever leased an
 * upload is dead, and their applicant must not wait for that to be noticed.
 */
export async function freeLeases({ db }: Pick<Services, 'db'>): Promise<void> {
  if (db.engine === 'sqlite') await store.deleteLeases(db.read);
}

/** The leased upload; undefined while somebody else has the lease. */
export async function acquireLease(
  services: Leaser,
  upload: store.Upload,
): Promise<store.Upload | undefined> {
  const until = leaseEnd(services);
  return (await store.acquireLease(services.db.read, upload, services.clock(), until))
    ? { ...upload, leased_until: until }
    : undefined;
}

/**
 * Renews the lease of what `current` answers, where nothing else has, while `isAlive`; the answer
 * stops it.
 */
export function keepLease(
  services: Leaser,
  current: () => store.Upload,
  isAlive: () => boolean = () => true,
): () => void {
  let renewedUntil = 0;
  const timer = setInterval(() => {
    const until = Math.max(renewedUntil, current().leased_until?.getTime() ?? 0);
    if (!isAlive() || until - services.clock().getTime() > LEASE_MS / 2) return;
    const next = leaseEnd(services);
    renewedUntil = next.getTime();
    store
      .changeLease(services.db.read, current(), next)
      .catch((error) => services.log.warn({ err: error }, 'the lease of an upload'));
  }, LEASE_MS / 4);
  return () => clearInterval(timer);
}

/** Never rejects: a lease that is not released expires soon. */
export const releaseLease = ({ db, log }: Leaser, upload: store.Upload): Promise<void> =>
  store
    .changeLease(db.read, upload, null)
    .catch((error) => log.warn({ err: error }, 'an upload is given back by time'));
