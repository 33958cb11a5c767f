/** Names of an image's files: `{id}/{name}` in public, below `media/` in the file store. */

const FOLDER = 'media/';
const FILE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(full\.(?:jpg|svg)|(?:card-)?\d{1,4}\.(?:avif|webp))$/;

/** A drawing has no widths: one file is sharp at every size. */
export const DRAWING = 'full.svg';

/** A format that every browser can display; its key is the image's key. */
export const fullNameOf = (widths: readonly number[] | null): string =>
  widths?.length === 0 ? DRAWING : 'full.jpg';

export const CONTENT_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  webp: 'image/webp',
};

export const keyOf = (id: string, name: string): string => `${id}/${name}`;

/** The key in the file store. */
export const fileKeyOf = (key: string): string => FOLDER + key;

/**
 * Whether this can be the key of an image's file: the file store is never asked for anything else.
 */
export const isMediaKey = (key: string): boolean => FILE.test(key);

export const idOfFile = (fileKey: string): string | undefined =>
  fileKey.startsWith(FOLDER) ? FILE.exec(fileKey.slice(FOLDER.length))?.[1] : undefined;

export const FORMATS = ['avif', 'webp'] as const;
type Format = (typeof FORMATS)[number];

export const variantName = (width: number, format: Format): string => `${width}.${format}`;
export const cardName = (width: number, format: Format): string => `card-${width}.${format}`;

export const namesOf = (
  widths: readonly number[],
  cards: readonly number[] | null = [],
): string[] => [
  fullNameOf(widths),
  ...widths.flatMap((width) => FORMATS.map((format) => variantName(width, format))),
  ...(cards ?? []).flatMap((width) => FORMATS.map((format) => cardName(width, format))),
];
