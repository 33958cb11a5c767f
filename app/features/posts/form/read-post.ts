import { POST } from '#domain/posts/messages.ts';
import type { CreatePostInput, Image, Post } from '#domain/posts/schema.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import type { ImageFile } from './check-image.ts';
import { FEATURED_ALT, galleryAlt } from './alt-field.tsx';
import { galleryParts, isChanged, refuseGallery, type GalleryItem } from './gallery-items.ts';

const postForm = lazySchema(async () => (await import('#domain/posts/schema.ts')).createPostInput);

type Text = Pick<CreatePostInput, 'title' | 'category' | 'body' | 'is_published' | 'publish_at'>;
export type FilledPost = Text & {
  featured: File | null;
  gallery: readonly GalleryItem[];
  /** What pictures show, as far as it was changed: by the ids of gallery items, or `featured`. */
  alts: Readonly<Record<string, string>>;
};
export type ChosenImages = { featured: ImageFile | null; gallery: readonly GalleryItem[] };

/**
 * Reads the form of a new post, which requires a featured image, or of a changed one. Refuses with
 * the sentences of spec §5.6.
 */
export async function readPost(
  data: FormData,
  images: ChosenImages,
  post: PostImages | undefined,
): Promise<Reading<FilledPost>> {
  const { featured, gallery } = images;
  const text = Object.fromEntries(
    ['title', 'category', 'body'].map((name) => [name, data.get(name) ?? '']),
  );
  const reading = await checkForm(postForm, {
    ...text,
    is_published: data.get('is_published') ?? 'false',
    publish_at: data.get('publish_at') ?? '',
  });
  const fields = { ...reading.problem?.fields, ...refuseImages(images, post === undefined) };
  const refusals = Object.values(fields);
  if (refusals.length > 0 || !reading.value) {
    const [only] = refusals.length === 1 ? refusals : [];
    return { problem: { message: only ?? reading.problem?.message ?? refusals[0]!, fields } };
  }
  const { title, category, body, is_published, publish_at } = reading.value;
  const written = { title, category, body, is_published, publish_at };
  const alts = readAlts(data, images, post);
  return { value: { ...written, featured: featured?.file ?? null, gallery, alts } };
}

type PostImages = Pick<Post, 'alt_texts' | 'featured_media'>;

/** A new picture's texts, and those of the others that differ from what is stored. */
function readAlts(
  data: FormData,
  { featured, gallery }: ChosenImages,
  post: PostImages | undefined,
): Record<string, string> {
  const known = (key: string | undefined) => (key && post?.alt_texts[key]) || '';
  const rows = [
    [FEATURED_ALT, 'featured', featured ? '' : known(post?.featured_media.key)],
    ...gallery.map(({ id, stored }) => [galleryAlt(id), id, known(stored?.key)]),
  ] as const;
  return Object.fromEntries(
    rows.flatMap(([field, name, before]) => {
      const text = String(data.get(field!) ?? before).trim();
      return text === before ? [] : [[name!, text]];
    }),
  );
}

function refuseImages({ featured, gallery }: ChosenImages, isNew: boolean): Record<string, string> {
  const missing = isNew ? POST.featuredMissing : undefined;
  const refusals = {
    featured_image: featured ? featured.refusal : missing,
    // A sample post may have none, and is changed without adding one.
    gallery_images: isNew || gallery.length > 0 ? refuseGallery(gallery) : undefined,
  };
  return Object.fromEntries(
    Object.entries(refusals).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** As spec §7.3 sends it. `known`: the current gallery; an unchanged gallery is not sent. */
export function toFormData(
  { featured, gallery, alts, publish_at, ...text }: FilledPost,
  known: readonly Image[],
  featuredKey?: string,
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(text)) data.set(name, String(value));
  data.set('publish_at', publish_at?.toISOString() ?? '');
  if (featured) data.set('featured_image', featured, featured.name);
  if (isChanged(gallery, known))
    for (const part of galleryParts(gallery, known)) data.append('gallery_images', part);
  const texts = altTextsOf({ featured, gallery, alts }, known, featuredKey);
  if (Object.keys(texts).length > 0) data.set('alt_texts', JSON.stringify(texts));
  return data;
}

/** By key, and new pictures by their place in the request: contract §6.4. */
function altTextsOf(
  { featured, gallery, alts }: Pick<FilledPost, 'featured' | 'gallery' | 'alts'>,
  known: readonly Image[],
  featuredKey: string | undefined,
): Record<string, string> {
  const sent = galleryParts(gallery, known);
  const nameOf = (item: GalleryItem): string | undefined =>
    item.stored
      ? known.find(({ key }) => key === item.stored.key)?.key
      : `gallery_images/${sent.indexOf(item.file)}`;
  const names = [
    ['featured', featured ? 'featured_image' : featuredKey] as const,
    ...gallery.map((item) => [item.id, nameOf(item)] as const),
  ];
  return Object.fromEntries(
    names.flatMap(([id, name]) => (name && alts[id] !== undefined ? [[name, alts[id]]] : [])),
  );
}

/** Bytes to be uploaded. */
export const weigh = ({ featured, gallery }: ChosenImages): number =>
  (featured?.file.size ?? 0) +
  gallery.reduce((sum, item) => sum + (item.stored ? 0 : item.file.size), 0);
