import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Role } from '#domain/accounts/rules.ts';
import { paths } from '#app/paths.ts';
import { useSessionStore } from '#app/session/store.ts';
import { isDeskReady } from '#app/storage/desk-keys.ts';
import { endPitches, storedPitches } from '#app/storage/pitch-records.ts';
import { FOR_JUDGES } from './screen-addresses.ts';

/** Built by vite/portal-worker.ts; there is none in development. */
export const WORKER = '/portal-worker.js';
const WORKERS: Partial<Record<Role, string>> = { applicant: WORKER, judge: WORKER + FOR_JUDGES };
export const SCOPE: RegistrationOptions = { scope: paths.dashboard, updateViaCache: 'none' };
/** Milliseconds after which the screen itself has loaded on most connections. */
const REGISTER_DELAY_MS = 4000;

type Connection = { saveData?: boolean };

/**
 * The screens of applicants and judges open offline from their second visit on. Not with Save-Data,
 * because screens are prefetched.
 */
export function useWorker(queries: QueryClient): void {
  useFirstCaching(queries);
  useEffect(endPitches, []);
  const address = useSessionStore(({ profile }) => profile && WORKERS[profile.role]);
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (!address || !import.meta.env.PROD || connection?.saveData) return;
    // A judge scores on this phone, or a desk runs here, whoever else is signed in.
    if (isDeskReady() || (address === WORKER && storedPitches()[0])) return;
    const register = () =>
      navigator.serviceWorker
        ?.register(address, SCOPE)
        // Without it, everything works while there is a connection.
        .catch(() => undefined);
    const timer = setTimeout(() => void register(), REGISTER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [address]);
}

/** The second parts of query keys (app/api/query-keys.ts) of data that is only displayed. */
const READ_ONLY = new Set<unknown>(['own', 'next', 'available', 'apply', 'judged']);

/**
 * Data of the first visit was fetched before the worker was installed, so it is fetched again to be
 * cached, the lists of screens that have been left, too. Excludes data that fills forms, which must
 * not change.
 */
function useFirstCaching(queries: QueryClient): void {
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker || serviceWorker.controller) return;
    const ask = () =>
      void queries.refetchQueries({
        predicate: ({ queryKey }) => READ_ONLY.has(queryKey[1]),
      });
    serviceWorker.addEventListener('controllerchange', ask, { once: true });
    return () => serviceWorker.removeEventListener('controllerchange', ask);
  }, [queries]);
}
