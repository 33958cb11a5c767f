import { formatDateTime } from '#domain/dates.ts';
import { POST } from '#domain/posts/messages.ts';
import type { Post } from '#domain/posts/schema.ts';
import { paths } from '#app/paths.ts';
import { Picture } from './picture.tsx';
import { RichText } from '#app/ui/rich-text.tsx';
import { CategoryBadge, PublicationBadge } from './post-badges.tsx';
import css from './shown-post.module.css';
import { imageName, postLabels } from './labels.ts';

/** A post as admins see it: its data, picture, text and gallery. */
export function ShownPost({ post }: { post: Post }) {
  return (
    <article className={css.post}>
      <p className={`${css.line} row`}>
        <CategoryBadge category={post.category} />
        <PublicationBadge isPublished={post.is_published} publishAt={post.publish_at} />
        <span>
          {postLabels.created}{' '}
          <time dateTime={post.created_at}>{formatDateTime(post.created_at)}</time>
        </span>
        {post.is_published && <a href={paths.publicPost(post)}>{postLabels.seePublic}</a>}
      </p>
      <Picture
        image={post.featured_media}
        alt={post.alt_texts[post.featured_media.key] ?? postLabels.featured}
        sizes="(min-width: 64rem) 44rem, 92vw"
        isFirst
        className={css.featured}
      />
      <RichText html={post.body} />
      <section className={css.gallery} aria-labelledby="gallery">
        <h2 id="gallery">{postLabels.galleryCount}</h2>
        {post.gallery_media.length === 0 ? (
          <p>{POST.noGallery}</p>
        ) : (
          <ul className="bare">
            {post.gallery_media.map((image, place) => (
              <li key={image.key}>
                <a href={image.url} target="_blank" rel="noreferrer">
                  <Picture
                    image={image}
                    alt={post.alt_texts[image.key] ?? imageName(place + 1)}
                    sizes="(min-width: 64rem) 14rem, 45vw"
                    isCut
                    isHydrated
                    className={css.tile}
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </article>
  );
}
