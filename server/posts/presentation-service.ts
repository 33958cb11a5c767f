import type { Post } from '#domain/posts/schema.ts';
import type { Context } from '../context.ts';
import { presentImage } from '../media/presentation.ts';
import type { ImageRow } from '../media/store.ts';
import { cleanStoredBody } from './body-service.ts';
import type { PostRow } from './store.ts';

/** A post with its images as it leaves the API, field by field. */
export function presentPost({ config }: Context, row: PostRow, images: ImageRow[]): Post {
  const [featured, ...gallery] = images.map((image) => presentImage(config, image));
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    category: row.category,
    body: cleanStoredBody(row.body),
    featured_image: featured!.key,
    featured_media: featured!,
    gallery_images: gallery.map(({ key }) => key),
    gallery_media: gallery,
    is_published: row.is_published,
    published_at: row.first_published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** In a list: without the sizes of the gallery, which would be most of it and which no list shows. */
export function presentListed(context: Context, row: PostRow, images: ImageRow[]): Post {
  const post = presentPost(context, row, images);
  return { ...post, gallery_media: post.gallery_media.map((image) => ({ ...image, variants: [] })) };
}
