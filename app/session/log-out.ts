import { SESSION } from '#domain/accounts/profile-messages.ts';
import { paths } from '#app/paths.ts';
import { api } from '#app/api/browser.ts';
import { leaveFlash } from '#app/storage/tab-storage.ts';
import { unsavedForms } from '#app/storage/forget-person.ts';
import { announceLogout } from '#app/storage/local-storage.ts';
import { forgetHere } from './actions.ts';
import { beforeLogout } from './before-logout.ts';
import { useSessionStore } from './store.ts';

const LOGOUT_TIMEOUT_MS = 3000;

/**
 * Sends what is waiting to be sent; returns the forms in which a logout would delete something that
 * was typed and is saved nowhere else.
 */
export async function findUnsaved(): Promise<string[]> {
  const { profile } = useSessionStore.getState();
  const sending = Promise.allSettled([...beforeLogout].map(async (send) => send()));
  await Promise.race([sending, new Promise((end) => setTimeout(end, LOGOUT_TIMEOUT_MS))]);
  return profile === null ? [] : unsavedForms(profile.id);
}

/** Ends the session here and on the server, and confirms that. */
export async function logOut(next: string = paths.home): Promise<void> {
  await api.logout({ signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) }).catch(() => undefined);
  leaveForHome(SESSION.loggedOut, next);
}

/** After the session or the account has ended: nothing of the person stays on this device. */
export function leaveForHome(farewell: string, next: string = paths.home): void {
  announceLogout();
  forgetHere();
  leaveFlash(farewell);
  location.assign(next);
}
