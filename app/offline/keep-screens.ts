import type { FOR_ADMINS, FOR_JUDGES } from './screen-addresses.ts';
import { SCOPE, WORKER } from './use-worker.ts';

type Whose = typeof FOR_ADMINS | typeof FOR_JUDGES;

/** Installs a role's screens now; returns whether those at these paths open offline. */
export async function keepScreens(whose: Whose, ...paths: string[]): Promise<boolean> {
  try {
    if (!import.meta.env.PROD) return false;
    const { installing } = await navigator.serviceWorker.register(WORKER + whose, SCOPE);
    if (installing) await settled(installing);
    const kept = paths.map((path) => caches.match(path, { ignoreVary: true }));
    return (await Promise.all(kept)).every(Boolean);
  } catch {
    return false;
  }
}

const settled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (/activated|redundant/.test(worker.state)) resolve();
    });
  });
