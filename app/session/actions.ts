import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { paths } from '#app/paths.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import { forgetPerson } from '#app/storage/forget-person.ts';
import { forgetOfflineData } from '#app/storage/offline-data.ts';
import { clearSession, readToken, writeToken } from '#app/storage/local-storage.ts';
import { clearTab } from '#app/storage/tab-storage.ts';
import { useSessionStore } from './store.ts';

/** Stores the token of a verified code, starts the 1740 seconds and fetches the profile. */
export async function startSession(accessToken: string): Promise<void> {
  await forgetOfflineData();
  writeToken(accessToken, Date.now());
  await loadProfile();
}

/** Reads the stored profile, then the fresh one. Without a network the stored one stays in use. */
export async function loadProfile(): Promise<void> {
  await useSessionStore.persist.rehydrate();
  if (!readToken()) {
    useSessionStore.setState({ profile: null, isLoading: false, error: null });
    return;
  }
  try {
    const { etag: _, ...profile } = await api.getProfile({ fallback: PROFILE.fetchFailed });
    useSessionStore.setState({ profile, isLoading: false, error: null });
  } catch (error) {
    // A 401 has opened the Session Expired dialog; the screen stays below it.
    if (error instanceof ApiError && error.status === 401) return;
    useSessionStore.setState({
      isLoading: false,
      error: error instanceof ApiError ? error.message : PROFILE.fetchFailed,
    });
  }
}

export function retryProfile(): void {
  useSessionStore.setState({ isLoading: true });
  void loadProfile();
}

/** After an expired session: clears everything except drafts. */
export function leaveToLogin(): void {
  endSession();
  location.assign(paths.login);
}

/** Drafts stay. */
function endSession(): void {
  useSessionStore.setState({ profile: null, error: null });
  clearSession();
}

/** After a logout in another tab. */
export function followLogout(): void {
  if (!useSessionStore.getState().profile) return clearTab();
  forgetHere();
  location.assign(paths.home);
}

/**
 * Nothing of the person stays, and the page must be left: it is marked as loading, so that the
 * guard neither redirects to /login nor remembers this page for the next login.
 */
export function forgetHere(): void {
  const { profile } = useSessionStore.getState();
  useSessionStore.setState({ isLoading: true });
  endSession();
  if (profile) forgetPerson(profile.id);
}
