import type { NavigateFunction } from 'react-router';
import { paths } from '#app/paths.ts';
import { AFTER_LOGIN, takeReturnTo } from '#app/storage/return-to.ts';
import { useSessionStore } from '#app/session/store.ts';

/**
 * After login: continues to the stored path, or to the dashboard. Pages outside the portal are
 * loaded as a new document, because they have no React.
 */
export async function redirectAfterLogin(
  navigate: NavigateFunction,
  asked: string | null,
): Promise<void> {
  const next = takeReturnTo(asked, useSessionStore.getState().profile?.id);
  if (/^\/dashboard(?![^/?#])/.test(next))
    return void (await navigate(next, { replace: true, state: AFTER_LOGIN }));
  if (/^\/(login|otp|register|forgot-password|reset-password|unauthorized)\b/.test(next))
    return void (await navigate(paths.dashboard, { replace: true }));
  location.replace(next);
}
