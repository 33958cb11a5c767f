import { SESSION } from '#domain/accounts/profile-messages.ts';
import {
  clearSession,
  hasProfile,
  isLogout,
  isSessionOver,
  readSessionEnd,
} from '#app/storage/local-storage.ts';
import { clearTab } from '#app/storage/tab-storage.ts';
import { showToast } from './toast.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Public pages end a session when the portal does, and follow other tabs: the button says Login
 * again, and Apply asks people to log in.
 */
export function watchSession(): void {
  look();
  addEventListener('storage', (event) => {
    if (isLogout(event)) clearTab();
    look();
  });
  // Timers stop while a phone sleeps, and a restored page is as it was left.
  addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
}

function look(): void {
  const now = Date.now();
  // In the background another tab may be showing its dialog.
  if (document.visibilityState === 'visible' && isSessionOver(now)) {
    clearSession();
    showToast(SESSION.expired, true);
  }
  document.documentElement.toggleAttribute('data-signed-in', hasProfile(now));
  clearTimeout(timer);
  const end = readSessionEnd();
  if (end !== null && end > now) timer = setTimeout(look, end - now);
}
