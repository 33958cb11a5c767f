import type { Image, ImageVariant } from '#domain/posts/schema.ts';
import type { Config } from '../config.ts';
import { IMAGES } from '#domain/constants.ts';
import { cardName, FORMATS, fullNameOf, keyOf, variantName } from '../files/media-keys.ts';
import type { ImageRow } from './store.ts';

type Settings = Pick<Config, 'mediaUrl'>;

const mediaUrlOf = ({ mediaUrl }: Settings, key: string): string =>
  `${mediaUrl ?? '/media'}/${key}`;

const NOT_KNOWN = { width: null, height: null, color: null, variants: [] };

/** An image elsewhere on the web is only its address. */
export function presentImage(
  settings: Settings,
  { id, address, width, height, color, widths, cards }: ImageRow,
): Image {
  if (address !== null) return { ...NOT_KNOWN, key: address, url: address };
  const key = keyOf(id, fullNameOf(widths));
  const ratio = (height ?? 0) / (width || 1);
  return {
    key,
    url: mediaUrlOf(settings, key),
    width,
    height,
    color,
    variants: (widths ?? []).flatMap((across) =>
      variantsOf(settings, id, across, across * ratio, variantName),
    ),
    ...(cards &&
      cards.length > 0 && {
        cards: cards.flatMap((across) =>
          variantsOf(settings, id, across, across / IMAGES.cardRatio, cardName),
        ),
      }),
  };
}

function variantsOf(
  settings: Settings,
  id: string,
  width: number,
  height: number,
  nameOf: typeof variantName,
): ImageVariant[] {
  return FORMATS.map((format) => {
    const key = keyOf(id, nameOf(width, format));
    return {
      type: `image/${format}` as const,
      width,
      height: Math.max(1, Math.round(height)),
      key,
      url: mediaUrlOf(settings, key),
    };
  });
}
