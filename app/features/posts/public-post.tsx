import type { ReactNode } from 'react';
import { POST } from '#domain/posts/messages.ts';
import { postsPage } from '#content/posts.ts';
import css from './public-post.module.css';

type Props = {
  /** Category and day. */
  line: ReactNode;
  title: string;
  /** In a preview, it is not the page's heading. */
  heading?: 'h1' | 'h2';
  featured: ReactNode;
  /** In order, each as an element that fills its tile. */
  gallery: readonly { key: string; picture: ReactNode }[];
  /** The body. */
  children: ReactNode;
};

/** A post as on the public page, and as in a preview. */
export function PublicPost({
  line,
  title,
  heading: Heading = 'h1',
  featured,
  gallery,
  children,
}: Props) {
  return (
    <article className={css.article}>
      <p className={css.line}>{line}</p>
      <Heading className={css.title}>{title}</Heading>
      <div className={css.featured}>{featured}</div>
      <div className={css.text}>{children}</div>
      <section className={css.gallery}>
        <h2>{postsPage.gallery}</h2>
        {gallery.length === 0 ? (
          <p>{POST.noGallery}</p>
        ) : (
          <ul className="bare">
            {gallery.map(({ key, picture }) => (
              <li key={key}>{picture}</li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
}
