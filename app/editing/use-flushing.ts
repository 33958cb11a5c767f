import { useEffect } from 'react';
import { beforeLogout } from '#app/session/before-logout.ts';

/**
 * Writes what is still waiting whenever the page may be about to go, and when the line is back;
 * `leave` takes its place once the screen is left.
 */
export function useFlushing(flush: () => void, leave = flush): void {
  useEffect(() => {
    beforeLogout.add(flush);
    window.addEventListener('pagehide', flush);
    window.addEventListener('online', flush);
    // Fires after `pagehide`, and on phones often instead of it.
    document.addEventListener('visibilitychange', flush);
    return () => {
      beforeLogout.delete(flush);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
      leave();
    };
  }, [flush, leave]);
}
