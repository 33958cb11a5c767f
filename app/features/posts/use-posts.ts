import { POST } from '#domain/posts/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import type { ListQuery } from '#app/api/transport.ts';
import { followed, useItem, useRefresh } from '#app/api/use-item.ts';

export const fetchPosts = (query: ListQuery, signal: AbortSignal) =>
  api.listPosts(query, { signal, fallback: POST.unknownError });

export const usePost = (id: string) => useItem(queryKeys.posts, id, api.getPost, POST.unknownError);

export const useRefreshPosts = () => useRefresh(queryKeys.posts);

export function useDeletePost(id: string) {
  const refresh = useRefreshPosts();
  return () => followed(api.deletePost(id, { fallback: POST.deleteFailed }), refresh);
}
