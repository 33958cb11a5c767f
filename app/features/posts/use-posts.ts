import { useQuery, useQueryClient } from '@tanstack/react-query';
import { POST } from '#domain/posts/messages.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';

export const fetchPosts = (query: ListQuery, signal: AbortSignal) =>
  api.listPosts(query, { signal, fallback: POST.unknownError });

/** One post with its version. */
export const usePost = (id: string) =>
  useQuery({
    queryKey: [queryKeys.posts, 'one', id],
    queryFn: ({ signal }) => api.getPost(id, { signal, fallback: POST.unknownError }),
    ...EDITED,
  });

/** Refetches every list and count. */
export function useRefreshPosts() {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      queryKey: [queryKeys.posts],
      predicate: ({ queryKey }) => queryKey[1] !== 'one',
    });
}

export function useDeletePost(id: string) {
  const refresh = useRefreshPosts();
  return async () => {
    await api.deletePost(id, { fallback: POST.deleteFailed });
    await refresh();
  };
}
