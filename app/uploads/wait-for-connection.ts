import { ApiError } from '#app/api/api-error.ts';

type Announce = (until: number | null, retryNow: () => void) => void;

/**
 * Waits for the pause to end, for the connection to return, or for `retryNow`. `announce` gets the
 * time of the automatic retry, null while offline.
 */
export function waitForConnection(
  pause: number,
  signal: AbortSignal,
  announce: Announce,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      for (const name of ['online', 'offline']) window.removeEventListener(name, plan);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const retryNow = () => end(resolve);
    const stop = () => end(() => reject(new ApiError(0, 'aborted', '')));
    const plan = () => {
      clearTimeout(timer);
      if (!navigator.onLine) return announce(null, retryNow);
      timer = setTimeout(retryNow, pause);
      announce(Date.now() + pause, retryNow);
    };
    if (signal.aborted) return stop();
    for (const name of ['online', 'offline']) window.addEventListener(name, plan);
    signal.addEventListener('abort', stop);
    plan();
  });
}
