import { useEffect, useState, type ReactNode } from 'react';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import { SESSIONS } from '#domain/constants.ts';
import { SESSION_EXPIRED } from '#app/api/browser.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { followLogout, leaveToLogin, loadProfile } from './actions.ts';
import { saveReturnTo } from '#app/storage/return-to.ts';
import { isLogout, isTakenOver, readSessionStart, readToken } from '#app/storage/local-storage.ts';
import { useSessionStore } from './store.ts';
import { sessionLabels } from './labels.ts';

type Notice = 'none' | 'warning' | 'expired';

/**
 * Loads the profile, warns before the forced logout, and reports an expired session. Rendered once,
 * around every hydrated screen.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>('none');
  const profileId = useSessionStore((state) => state.profile?.id);

  useEffect(() => void loadProfile(), []);
  useEffect(() => listenForEnd(() => setNotice('expired')), []);
  useEffect(() => (profileId ? scheduleEnd(setNotice) : undefined), [profileId]);

  return (
    <>
      {children}
      <Dialog
        title={sessionLabels.warningTitle}
        isOpen={notice === 'warning'}
        isUnasked
        onClose={() => setNotice('none')}
        actions={<Button onClick={() => setNotice('none')}>{sessionLabels.close}</Button>}
      >
        <p>{sessionLabels.warning}</p>
      </Dialog>
      <Dialog
        title={sessionLabels.expiredTitle}
        isOpen={notice === 'expired'}
        isUnasked
        onClose={leave}
        actions={<Button onClick={leave}>{sessionLabels.ok}</Button>}
      >
        <p>{SESSION.expired}</p>
        <p>{sessionLabels.kept}</p>
      </Dialog>
    </>
  );
}

function leave(): void {
  saveReturnTo(location.pathname + location.search, useSessionStore.getState().profile?.id);
  leaveToLogin();
}

/**
 * Calls `onEnd` after a 401 in this tab; follows a logout in another one, and somebody else's login
 * there.
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

/**
 * Forces a logout 1740 seconds after verification, with a warning two minutes before. Timers stop
 * while a phone sleeps, so it also checks when the page becomes visible; an acknowledged warning
 * does not reappear.
 */
function scheduleEnd(onNotice: (notice: Notice) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnedOf = 0;
  const look = () => {
    clearTimeout(timer);
    const started = readSessionStart();
    if (!started || !readToken()) return;
    const left = started + SESSIONS.forcedLogoutSeconds * 1000 - Date.now();
    const untilWarning = left - SESSIONS.warningSeconds * 1000;
    if (left <= 0) return onNotice('expired');
    if (untilWarning <= 0 && warnedOf !== started) {
      warnedOf = started;
      onNotice('warning');
    }
    timer = setTimeout(look, untilWarning > 0 ? untilWarning : left);
  };
  const onVisible = () => document.visibilityState === 'visible' && look();
  look();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
