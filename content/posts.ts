import type { PostCategory } from '#domain/posts/rules.ts';

/** Texts around posts. Titles of the lists: contract §6.4. */
export const postsPage = {
  titles: { NEWS: 'News', PRESS_RELEASE: 'Press Release', BLOG: 'Blog' } satisfies Record<
    PostCategory,
    string
  >,
  all: 'All Posts',
  filter: 'Categories',
  pages: 'Pages of posts',
  other: 'Other Posts',
  gallery: 'Gallery',
  backToAll: 'All posts',
  backToContent: 'Back to all posts',
  apply: { label: 'See the open programs', to: '/national-pitch-trek/programs' },
  feed: 'Subscribe (feed)',
  /** Shown for an unknown category. */
  categories: 'Choose one of these instead.',
} as const;
