import type { Post } from '#domain/posts/schema.ts';

/** Where a post is read. */
export const postPath = ({ category, slug }: Pick<Post, 'category' | 'slug'>): string =>
  `/post/${category}/${encodeURIComponent(slug)}`;
