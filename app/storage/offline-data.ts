/** What the worker of the portal keeps of one session's answers; its pages wipe it. */

/** Begins the name of a cache; the rest is a digest of the token: each session has its own. */
export const DATA_PREFIX = 'portal-data-';
/** Set on a kept answer: the connection is dead, whatever it looks like. */
export const OFFLINE_HEADER = 'X-Kept-Answer';

/** Called when a session has ended and before the next begins: deletes everything that was kept. */
export async function forgetOfflineData(): Promise<void> {
  try {
    // The worker continues after this page has been left.
    navigator.serviceWorker?.controller?.postMessage('forget');
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(DATA_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch {
    // On an insecure address, or where the browser refuses, nothing was kept either.
  }
}
