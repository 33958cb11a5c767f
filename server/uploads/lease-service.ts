/** One request at a time writes to an upload, or one instance checks it: for politeness, as every write compares what was there. */
import type { Services } from '../context.ts';
import * as store from './store.ts';

/** Milliseconds after which what nobody renews is free again. */
const LEASE_MS = 6_000;

type Leaser = Pick<Services, 'db' | 'clock' | 'log'>;

export const leaseEnd = ({ clock }: Pick<Services, 'clock'>): Date =>
  new Date(clock().getTime() + LEASE_MS);

export const acquireLease = (services: Leaser, upload: store.Upload): Promise<boolean> =>
  store.acquireLease(services.db.read, upload, services.clock(), leaseEnd(services));

/**
 * Renews the lease of what `current` answers, again and again while `isAlive`; the answer stops it.
 */
export function keepLease(
  services: Leaser,
  current: () => store.Upload,
  isAlive: () => boolean = () => true,
): () => void {
  const timer = setInterval(() => {
    if (!isAlive()) return;
    store
      .changeLease(services.db.read, current(), leaseEnd(services))
      .catch((error) => services.log.warn({ err: error }, 'the lease of an upload'));
  }, LEASE_MS / 3);
  return () => clearInterval(timer);
}

/** Never refuses: what is not given back is free soon. */
export const releaseLease = ({ db, log }: Leaser, upload: store.Upload): Promise<void> =>
  store
    .changeLease(db.read, upload, null)
    .catch((error) => log.warn({ err: error }, 'an upload is given back by time'));
