/** Decides which images a post gets: uploads are new images, texts name existing ones. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { LENGTHS } from '#domain/constants.ts';
import { POST, POST_RULES } from '#domain/posts/messages.ts';
import { isWebImage } from '#domain/posts/rules.ts';
import { invalid, type FieldProblems } from '#domain/problem.ts';
import type { Context } from '../context.ts';
import type { ListedFile } from '../http/multipart.ts';
import { removeImages, storeImage, webImage, type NewImage } from '../media/images.ts';
import { presentImage } from '../media/presentation.ts';
import type { ImageRow } from '../media/store.ts';

/** The requested images; a text is the key or address of an image. Undefined: not sent. */
export type WantedImages<P = string | ListedFile> = {
  featured: P | undefined;
  gallery: P[] | undefined;
};

export type StoredImages = WantedImages<string | NewImage> & { added: NewImage[] };

/** A new post requires a featured image and a gallery image. */
export const missingImages = ({ featured, gallery }: WantedImages): FieldProblems => ({
  ...(!featured && { featured_image: POST.featuredMissing }),
  ...(!gallery?.length && { gallery_images: POST.galleryMissing }),
});

/**
 * A change may omit images, but must not empty the gallery. Sample posts may have none: such a post
 * can be sent back as it was read.
 */
export const emptiedGallery = (
  { gallery }: Pick<WantedImages<unknown>, 'gallery'>,
  current: ImageRow[],
): FieldProblems =>
  gallery?.length === 0 && current.some(({ place }) => place > 0)
    ? { gallery_images: POST.galleryMissing }
    : {};

/**
 * Refuses with 422 a text that does not name an image of the post, before doing anything costly.
 */
export function requireKnown(
  context: Context,
  { featured, gallery }: WantedImages,
  current: ImageRow[],
): void {
  const texts = (parts: (string | ListedFile | undefined)[]) =>
    parts.filter((part) => typeof part === 'string');
  chooseImages(
    context,
    { featured: texts([featured])[0], gallery: gallery && texts(gallery) },
    current,
  );
}

export const digestImages = ({
  featured,
  gallery = [],
}: WantedImages): Promise<(string | null)[]> =>
  Promise.all(
    [featured, ...gallery].map((part) =>
      typeof part === 'object' ? digestOf(part.file.path) : (part ?? null),
    ),
  );

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function storeUploads(
  context: Context,
  { featured, gallery }: WantedImages,
): Promise<StoredImages> {
  const added: NewImage[] = [];
  const store = async (part: string | ListedFile, hasCard = false): Promise<string | NewImage> => {
    if (typeof part === 'string') return part;
    const image = await storeImage(context, {
      path: part.file.path,
      label: part.label,
      hasCard,
    });
    added.push(image);
    return image;
  };
  try {
    const stored: StoredImages = {
      featured: featured && (await store(featured, true)),
      gallery: gallery && [],
      added,
    };
    for (const part of gallery ?? []) stored.gallery!.push(await store(part));
    return stored;
  } catch (error) {
    await removeImages(context, added);
    throw error;
  }
}

/**
 * The post's new images, in order. What was not sent stays; a text must name an image that was in
 * the same role.
 */
export function chooseImages(
  context: Context,
  { featured, gallery }: WantedImages<string | NewImage>,
  current: ImageRow[],
): NewImage[] {
  const [oldFeatured, oldGallery] = [
    current.filter(({ place }) => place === 0),
    current.filter(({ place }) => place > 0),
  ];
  const first =
    featured === undefined
      ? oldFeatured
      : [resolve(context, featured, oldFeatured, 'featured_image')];
  const rest =
    gallery === undefined
      ? oldGallery
      : gallery.map((part) => resolve(context, part, oldGallery, 'gallery_images'));
  return [...first, ...rest.filter((image, place) => rest.indexOf(image) === place)];
}

function resolve(
  context: Context,
  part: string | NewImage,
  current: ImageRow[],
  field: string,
): NewImage {
  if (typeof part !== 'string') return part;
  const existing = current.find((row) =>
    [presentImage(context.config, row).key, presentImage(context.config, row).url].includes(part),
  );
  if (existing) return existing;
  if (isWebImage(part) && part.length <= LENGTHS.website) return webImage(context, part);
  throw invalid({ [field]: POST_RULES.image });
}

/**
 * The images, the featured one first, with what they show: by key, or by their place in this
 * request.
 */
export function describeImages<I extends NewImage>(
  { config }: Pick<Context, 'config'>,
  images: I[],
  altTexts: Record<string, string> | undefined,
): I[] {
  if (!altTexts) return images;
  const names = images.map((image, place) => [nameOfPlace(place), keyOfImage(config, image)]);
  if (Object.keys(altTexts).some((name) => !names.flat().includes(name)))
    throw invalid({ alt_texts: POST_RULES.altTexts });
  return images.map((image, place) => {
    const name = names[place]!.find((one) => altTexts[one] !== undefined);
    return name === undefined ? image : { ...image, alt: altTexts[name] || null };
  });
}

const nameOfPlace = (place: number): string =>
  place === 0 ? 'featured_image' : `gallery_images/${place - 1}`;

const keyOfImage = (config: Context['config'], image: NewImage): string =>
  presentImage(config, { ...image, post_id: '', place: 0 }).key;

export const toRows = (postId: string, images: NewImage[]): ImageRow[] =>
  images.map((image, place) => ({ ...image, post_id: postId, place }));
