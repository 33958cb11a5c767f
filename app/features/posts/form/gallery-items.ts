import { POST, POST_RULES } from '#domain/posts/messages.ts';
import { IMAGES } from '#domain/constants.ts';
import type { Image } from '#domain/posts/schema.ts';
import type { ImageFile } from './check-image.ts';

/** As HTML's accept. */
export const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** A stored picture, to be kept or removed, or a file to be added. */
export type GalleryItem =
  | { id: string; stored: Image; isRemoved: boolean }
  | ({ id: string; stored?: undefined } & ImageFile);

export const storedItems = (images: readonly Image[]): GalleryItem[] =>
  images.map((image) => ({ id: image.key, stored: image, isRemoved: false }));

const stays = (item: GalleryItem): boolean => !item.stored || !item.isRemoved;

/** Whether the gallery differs from the stored one, including its order: only then is it sent. */
export const isChanged = (items: readonly GalleryItem[], stored: readonly Image[]): boolean =>
  items.length !== stored.length ||
  items.some((item, place) => !item.stored || item.isRemoved || item.id !== stored[place]!.key);

/** Between one and twenty pictures, each of them valid. */
export function refuseGallery(items: readonly GalleryItem[]): string | undefined {
  const staying = items.filter(stays);
  if (staying.length === 0) return POST.galleryMissing;
  if (staying.length > IMAGES.gallery) return POST_RULES.galleryFull;
  return staying
    .flatMap((item) => (item.stored ? [] : [item.refusal]))
    .find((refusal) => refusal !== undefined);
}

/**
 * The whole gallery in order, as the API expects it: files, and the keys of pictures that stay
 * (`known`: those that the post has now).
 */
export const galleryParts = (
  items: readonly GalleryItem[],
  known: readonly Image[],
): (string | File)[] =>
  items
    .filter(stays)
    .flatMap((item): (string | File)[] =>
      item.stored
        ? known.filter(({ key }) => key === item.stored.key).map(({ key }) => key)
        : [item.file],
    );
