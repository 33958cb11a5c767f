import * as z from 'zod/mini';
import { IMAGES, LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import {
  blankableText,
  booleanText,
  readJsonField,
  readText,
  requiredText,
  richText,
} from '../text.ts';
import { POST_RULES } from './messages.ts';
import { POST_CATEGORIES, readCategory } from './rules.ts';

const category = readText(readCategory, POST_RULES.category);

/** Null and the empty text: nothing is planned. */
const publishAt = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(readText(readDeadline, POST_RULES.publishAt)),
);

/**
 * JSON, or its text as multipart sends it: what images show, by key. A file of the same request has
 * no key yet: it goes by its place, `featured_image` or `gallery_images/0`. An empty text removes
 * one.
 */
const altTexts = z.pipe(
  z.transform((sent) => (typeof sent === 'string' ? readJsonField(sent) : sent)),
  z.record(z.string(), blankableText('a description', LENGTHS.altText), {
    error: POST_RULES.altTexts,
  }),
);

const fields = {
  title: requiredText('a title', LENGTHS.title),
  category,
  body: richText('the body', LENGTHS.richText),
  is_published: booleanText('the post is published'),
  publish_at: publishAt,
};

/**
 * An existing image: its key, an address that begins with http, or the object that a post shows for
 * it.
 */
const byKey = z.pipe(
  z.object({ key: z.string() }),
  z.transform(({ key }) => key),
);
const byUrl = z.pipe(
  z.object({ url: z.string() }),
  z.transform(({ url }) => url),
);
const knownImage = z.pipe(
  z.union([z.string(), byKey, byUrl], { error: POST_RULES.image }),
  z.string().check(z.trim(), z.maxLength(LENGTHS.website, POST_RULES.image)),
);

const images = {
  /** A file, or the text of an existing image. */
  featured_image: z.optional(knownImage),
  /**
   * One part per image, in the gallery's order: files are new; texts are keys or addresses of
   * images to keep.
   */
  gallery_images: z.optional(
    z.array(knownImage).check(z.maxLength(IMAGES.gallery, POST_RULES.galleryFull)),
  ),
};

/** The text parts of a new post; files are checked separately. */
export const createPostInput = z.object({
  ...fields,
  body: z.prefault(fields.body, ''),
  is_published: z.prefault(fields.is_published, false),
  publish_at: z.prefault(fields.publish_at, null),
  ...images,
  alt_texts: z.optional(altTexts),
});

/**
 * Fields that are not sent stay. `gallery_images`, if sent, is the whole gallery: missing images
 * are removed.
 */
export const updatePostInput = z.partial(z.object({ ...fields, ...images, alt_texts: altTexts }));

const POST_SORTS = ['created_at', 'title'] as const;

export const listPostsQuery = z.extend(listQuery, {
  sort: sortBy(POST_SORTS, '-created_at'),
  category: filter(category),
  is_published: filter(booleanText('the post is published')),
  /** The post with this slug, in any case. */
  slug: filter(
    z.string().check(z.maxLength(LENGTHS.title + 40, 'This slug is too long.'), z.toLowerCase()),
  ),
});

/** One size of an image, for `srcset`. */
const imageVariant = z.object({
  type: z.enum(['image/avif', 'image/webp']),
  width: z.number(),
  height: z.number(),
  key: z.string(),
  url: z.string(),
});

/**
 * `color` is the average, shown until the image has loaded. An image elsewhere on the web only has
 * its address as key and url.
 */
const image = z.object({
  key: z.string(),
  url: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  color: z.nullable(z.string()),
  variants: z.array(imageVariant),
  /**
   * Only for featured images at least as large as a card: the same image cropped to a card's shape.
   */
  cards: z.optional(z.array(imageVariant)),
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
  /** The keys, or full addresses of images elsewhere; as above. */
  gallery_images: z.array(z.string()),
  /** The same images with their sizes; in lists without their variants. */
  gallery_media: z.array(image),
  /** What images show, by key; only those that have a description. */
  alt_texts: z.record(z.string(), z.string()),
  is_published: z.boolean(),
  published_at: z.nullable(z.string()),
  publish_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});

export type CreatePostInput = z.output<typeof createPostInput>;
export type UpdatePostInput = z.output<typeof updatePostInput>;
export type ListPostsQuery = z.output<typeof listPostsQuery>;
export type Post = z.output<typeof post>;
export type Image = z.output<typeof image>;
export type ImageVariant = z.output<typeof imageVariant>;
