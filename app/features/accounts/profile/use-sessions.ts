import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_RULES } from '#domain/accounts/session-messages.ts';
import { api } from '#app/api/browser.ts';

const KEY = ['accounts', 'sessions'];

/** Where the person is signed in, fetched on every visit. */
export const useSessions = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.listSessions({ signal, fallback: SESSION_RULES.listFailed }),
    staleTime: 0,
  });

/**
 * Ends the session with this id or, without an id, all others; the list is refetched even if that
 * was refused.
 */
export function useEndSession() {
  const cache = useQueryClient();
  const options = { fallback: SESSION_RULES.endFailed };
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? api.endOtherSessions(options) : api.endSession(id, options),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}
