import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { SESSION_EXPIRED, SESSION_RENEWED } from '#app/api/browser.ts';
import { isLogout, isRenewal, isTakenOver } from '#app/storage/local-storage.ts';
import { followLogout, loadProfile } from './actions.ts';
import { useSessionStore } from './store.ts';

type Props = { refusedAt: number };

const Unwatched = ({ refusedAt }: Props) =>
  refusedAt > 0 ? <p role="alert">{SESSION.expired}</p> : null;
const SessionWatch = lazy(() =>
  import('./stay/session-watch.tsx').catch(() => ({ default: Unwatched })),
);

/**
 * Loads the profile, and watches over the session of whoever is logged in. Rendered once, around
 * every hydrated screen.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [refusedAt, setRefusedAt] = useState(0);
  const hasProfile = useSessionStore(({ profile }) => profile !== null);

  useEffect(() => void loadProfile(), []);
  useEffect(() => listenForEnd(() => setRefusedAt(Date.now())), []);

  return (
    <>
      <div>
        {(hasProfile || refusedAt > 0) && (
          <Suspense>
            <SessionWatch refusedAt={refusedAt} />
          </Suspense>
        )}
      </div>
      {children}
    </>
  );
}

/**
 * Calls `onEnd` after a 401 in this tab; follows a logout in another one, and somebody else's login
 * and a renewal there.
 */
function listenForEnd(onEnd: () => void): () => void {
  const look = () => isTakenOver() && location.reload();
  const onStorage = (event: StorageEvent) => {
    if (isTakenOver()) return location.reload();
    if (isLogout(event)) {
      // The page is on its way out: what else is said of the session would be remembered.
      window.removeEventListener('storage', onStorage);
      followLogout();
    } else if (event.key === 'token' && event.newValue === null) void loadProfile();
    else if (isRenewal(event)) window.dispatchEvent(new Event(SESSION_RENEWED));
  };
  window.addEventListener(SESSION_EXPIRED, onEnd);
  window.addEventListener('storage', onStorage);
  // A phone delivers no events to a page that it has frozen.
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener(SESSION_EXPIRED, onEnd);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', look);
  };
}
