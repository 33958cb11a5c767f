/** The service worker's cache of one session's answers, which the pages delete. */

/**
 * The beginning of a cache's name; the rest is a digest of the token, so each session has its own.
 */
export const DATA_PREFIX = 'portal-data-';
/** Set on a cached answer: there is no connection, whatever the browser reports. */
export const OFFLINE_HEADER = 'X-Kept-Answer';

/** Called after a session has ended and before the next begins: deletes all cached answers. */
export async function forgetOfflineData(): Promise<void> {
  try {
    // The worker continues after this page has been left.
    navigator.serviceWorker?.controller?.postMessage('forget');
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(DATA_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch {
    // On an insecure address, or if the browser refuses, nothing was cached either.
  }
}
