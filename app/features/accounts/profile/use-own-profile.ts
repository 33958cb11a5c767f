import { useQuery } from '@tanstack/react-query';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { api } from '#app/api/browser.ts';
import { EDITED } from '#app/api/query-keys.ts';

/** One's own profile with its version. */
export const useOwnProfile = () =>
  useQuery({
    queryKey: ['accounts', 'me'],
    queryFn: ({ signal }) =>
      api.getProfile({ signal, fallback: PROFILE.fetchFailed, noToken: PROFILE.noAccessToken }),
    ...EDITED,
  });
