import type { Post } from '#domain/posts/schema.ts';
import { home } from '#content/home.ts';
import { PostCard } from '#app/features/posts/post-card.tsx';
import shared from '#app/shell/public/public-page.module.css';
import css from './latest-posts.module.css';

export function LatestPosts({ posts }: { posts: readonly Post[] }) {
  const { title, action } = home.posts;
  return (
    <section className={shared.section}>
      <div className={`${shared.top} row`}>
        <h2>{title}</h2>
        <a href={action.to} className="onward no-print">
          {action.label}
        </a>
      </div>
      <ul className={`${shared.cols} ${shared.four} ${css.swipe} ${css.posts}`}>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} level={3} isShort />
        ))}
      </ul>
    </section>
  );
}
