import type { Image, ImageVariant } from '#domain/posts/schema.ts';
import type { Config } from '../config.ts';
import { fullNameOf, keyOf } from '../files/media-keys.ts';
import type { ImageRow } from './store.ts';

type Settings = Pick<Config, 'mediaUrl'>;

/** Where an image's file is: at MEDIA_URL, or on the own host. */
const mediaUrlOf = ({ mediaUrl }: Settings, key: string): string =>
  `${mediaUrl ?? '/media'}/${key}`;

/** A row as it leaves the API. An image elsewhere on the web is its address and nothing more. */
export function presentImage(
  settings: Settings,
  { id, address, width, height, color, widths }: ImageRow,
): Image {
  if (address !== null)
    return { key: address, url: address, width: null, height: null, color: null, variants: [] };
  const key = keyOf(id, fullNameOf(widths));
  const ratio = (height ?? 0) / (width || 1);
  return {
    key,
    url: mediaUrlOf(settings, key),
    width,
    height,
    color,
    variants: (widths ?? []).flatMap((across) => variantsOf(settings, id, across, ratio)),
  };
}

function variantsOf(settings: Settings, id: string, width: number, ratio: number): ImageVariant[] {
  return (['avif', 'webp'] as const).map((format) => {
    const key = keyOf(id, `${width}.${format}`);
    return {
      type: `image/${format}` as const,
      width,
      height: Math.max(1, Math.round(width * ratio)),
      key,
      url: mediaUrlOf(settings, key),
    };
  });
}
