import type { Post } from '#domain/posts/schema.ts';
import type { Context } from '../context.ts';
import { presentImage } from '../media/presentation.ts';
import type { ImageRow } from '../media/store.ts';
import { readText } from '../text/stored-text.ts';
import type { PostRow } from './store.ts';

/** Presents a post with its images in the API, field by field. */
export async function presentPost(
  { config }: Context,
  row: PostRow,
  images: ImageRow[],
): Promise<Post> {
  const [featured, ...gallery] = images.map((image) => presentImage(config, image));
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    category: row.category,
    body: await readText('body', row.body, row.rich_text_mark),
    featured_image: featured!.key,
    featured_media: featured!,
    gallery_images: gallery.map(({ key }) => key),
    gallery_media: gallery,
    alt_texts: altTextsOf(config, images),
    is_published: row.is_published,
    published_at: row.first_published_at?.toISOString() ?? null,
    publish_at: row.publish_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What images show, by key, as far as somebody has said it. */
const altTextsOf = (config: Context['config'], images: ImageRow[]): Record<string, string> =>
  Object.fromEntries(
    images.flatMap((image) => (image.alt ? [[presentImage(config, image).key, image.alt]] : [])),
  );

/**
 * For lists: without the variants of the gallery, which are most of the data and not shown in any
 * list.
 */
export async function presentListed(
  context: Context,
  row: PostRow,
  images: ImageRow[],
): Promise<Post> {
  const post = await presentPost(context, row, images);
  return {
    ...post,
    gallery_media: post.gallery_media.map((image) => ({ ...image, variants: [] })),
  };
}

/** What the log records about a post; pictures are represented by their keys. */
export function describePost({ config }: Context, row: PostRow, images: ImageRow[]) {
  const [featured, ...gallery] = images.map((image) => presentImage(config, image).key);
  return {
    title: row.title,
    slug: row.slug,
    category: row.category,
    body: row.body,
    is_published: row.is_published,
    publish_at: row.publish_at,
    alt_texts: JSON.stringify(altTextsOf(config, images)),
    featured_image: featured,
    gallery_images: gallery,
  };
}
