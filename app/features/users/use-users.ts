import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '#app/api/query-keys.ts';
import { ApiError } from '#app/api/api-error.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { USERS } from '#domain/users/messages.ts';

export async function fetchUsers(query: ListQuery, signal: AbortSignal) {
  const page = await api.listUsers(query, { signal, fallback: USERS.fetchFailed });
  if (!Array.isArray(page.items)) throw new Error(USERS.unexpected);
  return page;
}

/**
 * After a change, even a refused one, the list is refetched. Without a connection that would only
 * delay the message and end in an error, so the list is refetched when the connection is back.
 */
function useRefreshAfter() {
  const cache = useQueryClient();
  return (_: unknown, error: Error | null) =>
    cache.invalidateQueries({
      queryKey: [queryKeys.users],
      refetchType: error instanceof ApiError && error.status === 0 ? 'none' : 'active',
    });
}

export function useChangeRole(id: string) {
  return useMutation({
    mutationFn: (role: string) => api.changeRole(id, role, { fallback: USERS.roleFailed }),
    onSettled: useRefreshAfter(),
  });
}

export function useChangeStatus(id: string) {
  return useMutation({
    mutationFn: ({ isActive, heir }: { isActive: boolean; heir: string | null }) =>
      api.changeStatus(id, isActive, { fallback: USERS.statusFailed }, heir),
    onSettled: useRefreshAfter(),
  });
}
