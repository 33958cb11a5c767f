import { POST } from '#domain/posts/messages.ts';
import type { CreatePostInput, Image } from '#domain/posts/schema.ts';
import type { Reading } from '#app/ui/form-values.ts';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import type { ImageFile } from './check-image.ts';
import { galleryParts, isChanged, refuseGallery, type GalleryItem } from './gallery-items.ts';

const postForm = lazySchema(async () => (await import('#domain/posts/schema.ts')).createPostInput);

type Text = Pick<CreatePostInput, 'title' | 'category' | 'body' | 'is_published'>;
export type FilledPost = Text & { featured: File | null; gallery: readonly GalleryItem[] };
export type ChosenImages = { featured: ImageFile | null; gallery: readonly GalleryItem[] };

/**
 * Reads the form of a new post (`isNew`: requires a featured image) or of a changed one. Refuses
 * with the sentences of spec §5.6.
 */
export async function readPost(
  data: FormData,
  images: ChosenImages,
  isNew: boolean,
): Promise<Reading<FilledPost>> {
  const { featured, gallery } = images;
  const text = Object.fromEntries(
    ['title', 'category', 'body'].map((name) => [name, data.get(name) ?? '']),
  );
  const reading = await checkForm(postForm, {
    ...text,
    is_published: data.get('is_published') ?? 'false',
  });
  const fields = { ...reading.problem?.fields, ...refuseImages(images, isNew) };
  const refusals = Object.values(fields);
  if (refusals.length > 0 || !reading.value) {
    const [only] = refusals.length === 1 ? refusals : [];
    return { problem: { message: only ?? reading.problem?.message ?? refusals[0]!, fields } };
  }
  const { title, category, body, is_published } = reading.value;
  return {
    value: { title, category, body, is_published, featured: featured?.file ?? null, gallery },
  };
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
  { featured, gallery, ...text }: FilledPost,
  known: readonly Image[],
): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(text)) data.set(name, String(value));
  if (featured) data.set('featured_image', featured, featured.name);
  if (isChanged(gallery, known))
    for (const part of galleryParts(gallery, known)) data.append('gallery_images', part);
  return data;
}

/** Bytes to be uploaded. */
export const weigh = ({ featured, gallery }: ChosenImages): number =>
  (featured?.file.size ?? 0) +
  gallery.reduce((sum, item) => sum + (item.stored ? 0 : item.file.size), 0);
