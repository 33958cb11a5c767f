import { formatDate } from '#domain/dates.ts';
import type { Image, Post } from '#domain/posts/schema.ts';
import { postsPage } from '#content/posts.ts';
import { paths } from '#app/paths.ts';
import { firstSentences } from '#app/ui/first-sentences.ts';
import { Picture } from './picture.tsx';
import css from './post-card.module.css';
import { DOT } from '#app/ui/join-facts.ts';

type Props = {
  post: Post;
  level?: 2 | 3;
  /** Without the beginning of its text. */ isShort?: boolean;
  isFirst?: boolean;
};
const SUMMARY = 120;

/** Avoids loading the parts of a picture that a card crops. */
const cutToCard = (image: Image): Image =>
  image.cards ? { ...image, variants: image.cards } : image;

/** A post in a list: its image (200 px high), category, title and date. */
export function PostCard({ post, level = 2, isShort, isFirst }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={css.card}>
      <Picture
        image={cutToCard(post.featured_media)}
        alt=""
        sizes="(min-width: 64rem) 30vw, (min-resolution: 2.5dppx) 33vw, 50vw"
        isCut
        isFirst={isFirst}
        className={css.image}
      />
      <Heading className={css.title}>
        <a className="cover" href={paths.publicPost(post)}>
          {post.title}
        </a>
      </Heading>
      <p className={`${css.line} note`}>
        <span>{`${postsPage.titles[post.category]}${DOT}`}</span>
        <time dateTime={post.created_at}>{formatDate(post.created_at)}</time>
      </p>
      {!isShort && (
        <p className={css.summary} data-teaser="">
          {firstSentences(post.body, SUMMARY)}
        </p>
      )}
    </li>
  );
}
