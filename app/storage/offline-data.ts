/** What the worker of the portal keeps of one session's answers; its pages wipe it. */

/** Begins the name of a cache; the rest is a digest of the token: each session has its own. */
export const DATA_PREFIX = 'portal-data-';
/** On an answer that was kept: the line is dead, whatever it looks like. */
export const OFFLINE_HEADER = 'X-Kept-Answer';

/** After a session has ended, and before the next begins: nothing of it stays. */
export async function forgetOfflineData(): Promise<void> {
  try {
    // The worker goes on when this page has been left.
    navigator.serviceWorker?.controller?.postMessage('forget');
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith(DATA_PREFIX)).map((name) => caches.delete(name)),
    );
  } catch {
    // No secure address, or a browser that refuses: then nothing was kept either.
  }
}
