import { z } from 'zod';
import { IMAGES, LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { booleanText, requiredText, richText } from '../text.ts';
import { POST_RULES } from './messages.ts';
import { POST_CATEGORIES, readCategory } from './rules.ts';

const category = z
  .string({ error: POST_RULES.category })
  .transform((value, context) => readCategory(value) ?? (context.addIssue({ code: 'custom', message: POST_RULES.category }), z.NEVER));

const fields = {
  title: requiredText('a title', LENGTHS.title),
  category,
  body: richText('the body', LENGTHS.richText),
  is_published: booleanText('is_published'),
};

/** An image that is there already: its key, an address that begins with http, or the object that a post shows for it. */
const knownImage = z
  .union([z.string(), z.object({ key: z.string() }).transform(({ key }) => key), z.object({ url: z.string() }).transform(({ url }) => url)], { error: POST_RULES.image })
  .pipe(z.string().trim().max(LENGTHS.website, POST_RULES.image));

const images = {
  /** A file, or the text of an image that is there already. */
  featured_image: knownImage.optional(),
  /** One part for each image, in the gallery's order: files are new, texts are keys or addresses of those that stay. */
  gallery_images: z.array(knownImage).max(IMAGES.gallery, POST_RULES.galleryFull).optional(),
};

/** The text parts of a new post; files are checked beside them. */
export const createPostInput = z.object({ ...fields, body: fields.body.prefault(''), is_published: fields.is_published.prefault(false), ...images });

/** Fields that are not sent stay. `gallery_images`, when sent at all, is the whole gallery: an image that it leaves out is removed. */
export const updatePostInput = z.object({ ...fields, ...images }).partial();

export const POST_SORTS = ['created_at', 'title'] as const;

export const listPostsQuery = listQuery.extend({
  sort: sortBy(POST_SORTS, '-created_at'),
  category: filter(category),
  is_published: filter(booleanText('is_published')),
  /** The one post with this slug, in any case. */
  slug: filter(z.string().max(LENGTHS.title + 40, 'This slug is too long.').transform((value) => value.toLowerCase())),
});

/** One size of an image: what goes into `srcset`. */
export const imageVariant = z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.number(), height: z.number(), key: z.string(), url: z.string() });

/** `color` is the average, shown until the image is there. An image elsewhere on the web has its address as key and url, and no more. */
export const image = z.object({
  key: z.string(),
  url: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  color: z.string().nullable(),
  variants: z.array(imageVariant),
});

export const post = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  category: z.enum(POST_CATEGORIES),
  body: z.string(),
  /** The key: the image is at MEDIA_URL/{key}. */
  featured_image: z.string(),
  /** The same image with its sizes. */
  featured_media: image,
  /** In lists without their variants. */
  gallery_images: z.array(image),
  is_published: z.boolean(),
  published_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type CreatePostInput = z.output<typeof createPostInput>;
export type UpdatePostInput = z.output<typeof updatePostInput>;
export type ListPostsQuery = z.output<typeof listPostsQuery>;
export type Post = z.output<typeof post>;
export type Image = z.output<typeof image>;
export type ImageVariant = z.output<typeof imageVariant>;
