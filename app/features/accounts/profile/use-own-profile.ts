import { useQuery } from '@tanstack/react-query';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { api } from '#app/api/browser.ts';

/**
 * One's own profile with its version. Not refetched while a form is open: a version that changed in
 * the background would not detect conflicts.
 */
export const useOwnProfile = () =>
  useQuery({
    queryKey: ['accounts', 'me'],
    queryFn: ({ signal }) =>
      api.getProfile({ signal, fallback: PROFILE.fetchFailed, noToken: PROFILE.noAccessToken }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
