import { POST_CATEGORIES, type PostCategory } from '#domain/posts/rules.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';

const LISTS = [
  { category: 'all', title: postsPage.all },
  ...POST_CATEGORIES.map((category) => ({ category, title: postsPage.titles[category] })),
];

/** The four lists of posts as links. `current` undefined: all; null: none of them. */
export function CategoryNav({ current }: { current?: PostCategory | null }) {
  const shown = current === undefined ? 'all' : current;
  return (
    <nav className="tabs" aria-label={postsPage.filter}>
      <ul>
        {LISTS.map(({ category, title }) => (
          <li key={category}>
            <a
              href={paths.publicPosts({ category })}
              aria-current={category === shown ? 'page' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
