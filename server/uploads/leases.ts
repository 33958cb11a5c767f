/**
 * Lets one request at a time write to an upload, or one instance check it. Only an optimisation:
 * every write compares the state it was based on.
 */
import type { Services } from '../context.ts';
import * as store from './store.ts';

/** Milliseconds after which a lease that nobody renews expires; each stored part renews it. */
const LEASE_MS = 10_000;

type Leaser = Pick<Services, 'db' | 'clock' | 'log'>;

export const leaseEnd = ({ clock }: Pick<Services, 'clock'>): Date =>
  new Date(clock().getTime() + LEASE_MS);

/**
 * Call it at the start. An embedded database has only one process, which is new: every lease
 * belongs to a dead process, and applicants must not wait for it to expire.
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
 * Renews the lease of the upload that `current` returns while `isAlive`, unless something else
 * renews it; the returned function stops it.
 */
export function renewLease(
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
      .catch((error) =>
        services.log.warn({ err: error }, 'the lease of an upload could not be renewed'),
      );
  }, LEASE_MS / 4);
  return () => clearInterval(timer);
}

/** Never rejects: a lease that is not released expires soon. */
export const releaseLease = ({ db, log }: Leaser, upload: store.Upload): Promise<void> =>
  store
    .changeLease(db.read, upload, null)
    .catch((error) =>
      log.warn(
        { err: error },
        'the lease of an upload could not be released: it expires by itself',
      ),
    );
