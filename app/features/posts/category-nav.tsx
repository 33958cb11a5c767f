import type { PostCategory } from '#domain/posts/rules.ts';
import { pages } from '#content/pages.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import css from '#app/features/programs/sector-filter.module.css';

const LISTS = [pages.posts, pages.news, pages.press, pages.blog];

/** The four lists of posts as links. `current` undefined: all; null: none of them. */
export function CategoryNav({ current }: { current?: PostCategory | null }) {
  const path =
    current === undefined ? pages.posts.path : current && paths.publicPosts({ category: current });
  return (
    <nav className={css.filter} aria-label={postsPage.filter}>
      <ul>
        {LISTS.map((list) => (
          <li key={list.path}>
            <a href={list.path} aria-current={list.path === path ? 'page' : undefined}>
              {list.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
