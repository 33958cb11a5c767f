import { useEffect } from 'react';
import { paths } from '#app/paths.ts';
import { useSessionStore } from '#app/session/store.ts';

/** Built by vite/portal-worker.ts; there is none while developing. */
const WORKER = '/portal-worker.js';
/** Milliseconds after which what the screen itself needs has come on most lines. */
const PATIENCE_MS = 4000;

type Connection = { saveData?: boolean };

/**
 * Applicants' screens open without a line from their second visit on. Not with Save-Data, as it
 * fetches screens ahead.
 */
export function useWorker(): void {
  const isApplicant = useSessionStore(({ profile }) => profile?.role === 'applicant');
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (!isApplicant || !import.meta.env.PROD || connection?.saveData) return;
    const register = () =>
      navigator.serviceWorker
        ?.register(WORKER, { scope: paths.dashboard, updateViaCache: 'none' })
        // Without it everything works as long as there is a line.
        .catch(() => undefined);
    const timer = setTimeout(() => void register(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isApplicant]);
}
