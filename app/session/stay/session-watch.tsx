import { useEffect, useState } from 'react';
import { STAYING } from '#domain/accounts/session-rules.ts';
import { SESSIONS } from '#domain/constants.ts';
import { SESSION_RENEWED } from '#app/api/browser.ts';
import { readSessionStart, readToken } from '#app/storage/local-storage.ts';
import { loadProfile } from '../actions.ts';
import { beforeLogout } from '../before-logout.ts';
import { useSessionStore } from '../store.ts';
import { mayRenew } from './renew.ts';
import { SessionDialogs, type SessionNotice } from './session-dialogs.tsx';

const isOver = (notice: SessionNotice) => notice === 'expired' || notice === 'ended';

/**
 * Warns before the forced logout, reports an expired session, and goes on with a renewed one; loads
 * once somebody is logged in. `refusedAt`: when a call was last refused, in milliseconds since
 * 1970.
 */
export default function SessionWatch({ refusedAt }: { refusedAt: number }) {
  const [notice, setNotice] = useState<SessionNotice>('none');
  const [renewedAt, setRenewedAt] = useState(0);
  const profileId = useSessionStore((state) => state.profile?.id);
  useEffect(() => {
    const goOn = () => {
      setNotice('none');
      setRenewedAt(Date.now());
      sendAgain();
    };
    window.addEventListener(SESSION_RENEWED, goOn);
    return () => window.removeEventListener(SESSION_RENEWED, goOn);
  }, []);
  useEffect(
    () =>
      profileId ? scheduleEnd((next) => setNotice((now) => (isOver(now) ? now : next))) : undefined,
    [profileId, renewedAt],
  );
  // Refused before its time, it was ended: nothing is left that could be renewed.
  const shown = refusedAt > renewedAt && !isOver(notice) ? 'ended' : notice;
  return shown === 'none' ? null : (
    <SessionDialogs notice={shown} onClose={() => setNotice('soon')} />
  );
}

/** What could not be sent or loaded since the session had ended. */
function sendAgain(): void {
  void Promise.allSettled([...beforeLogout].map(async (send) => send()));
  if (useSessionStore.getState().isLoading) void loadProfile();
}

/**
 * Forces a logout 1740 seconds after verification or renewal, with a warning two minutes before and
 * a line from five minutes before. Timers stop while a phone sleeps, so it also checks when the
 * page becomes visible; an acknowledged warning does not reappear.
 */
function scheduleEnd(onNotice: (notice: SessionNotice) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warnedOf = 0;
  const look = () => {
    clearTimeout(timer);
    const started = readSessionStart();
    if (!started || !readToken()) return;
    const now = Date.now();
    const left = started + SESSIONS.forcedLogoutSeconds * 1000 - now;
    if (left <= 0) return onNotice(mayRenew(now) ? 'expired' : 'ended');
    const untilOffer = left - STAYING.offerSeconds * 1000;
    const untilWarning = left - SESSIONS.warningSeconds * 1000;
    if (untilWarning <= 0 && warnedOf !== started) {
      warnedOf = started;
      onNotice('warning');
    } else if (untilOffer <= 0 && untilWarning > 0) onNotice('soon');
    timer = setTimeout(look, [untilOffer, untilWarning].find((wait) => wait > 0) ?? left);
  };
  const onVisible = () => document.visibilityState === 'visible' && look();
  look();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
