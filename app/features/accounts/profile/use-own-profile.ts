import { onlineManager, useQuery } from '@tanstack/react-query';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { api } from '#app/api/browser.ts';
import { EDITED } from '#app/api/query-keys.ts';

const own = {
  queryKey: ['accounts', 'me'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.getProfile({ signal, fallback: PROFILE.fetchFailed, noToken: PROFILE.noAccessToken }),
  ...EDITED,
};

/** One's own profile with its version, for its form. */
export const useOwnProfile = () => useQuery(own);

/** As it is now, whenever one comes back to it: a new address may be confirmed in another tab. */
export const useCurrentProfile = () =>
  useQuery({ ...own, refetchOnWindowFocus: () => onlineManager.isOnline() && 'always' });
