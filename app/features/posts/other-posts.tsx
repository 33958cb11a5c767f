import { formatDate } from '#domain/dates.ts';
import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import css from './other-posts.module.css';

/** The sidebar of a post: the newest five of any category. */
export function OtherPosts({ posts }: { posts: readonly Post[] }) {
  return (
    <aside className={`${css.others} no-print`} aria-labelledby="other-posts">
      <h2 id="other-posts">{postsPage.other}</h2>
      {posts.length === 0 && <p>{POST.noLatest}</p>}
      <ul className="bare">
        {posts.map((post) => (
          <li key={post.id}>
            <a href={paths.publicPost(post)}>{post.title}</a>
            <time dateTime={post.created_at}>{formatDate(post.created_at)}</time>
          </li>
        ))}
      </ul>
      <p className="links">
        <a href={paths.publicPosts({ category: 'all' })}>{postsPage.backToAll}</a>
      </p>
    </aside>
  );
}
