/**
 * How an image's files are called: `{id}/{name}` to the world, below `media/` in the file store.
 */

const FOLDER = 'media/';
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(full\.jpg|\d{1,4}\.(?:avif|webp))$/;

/** What every browser can show; its key is the image's key. */
export const FULL = 'full.jpg';

export const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  avif: 'image/avif',
  webp: 'image/webp',
};

export const keyOf = (id: string, name: string): string => `${id}/${name}`;

/** The key in the file store. */
export const fileKeyOf = (key: string): string => FOLDER + key;

/** Whether this can be the key of an image's file: nothing else is ever asked of the file store. */
export const isMediaKey = (key: string): boolean => FILE.test(key);

/** The image that a file of the store belongs to. */
export const idOfFile = (fileKey: string): string | undefined =>
  fileKey.startsWith(FOLDER) ? FILE.exec(fileKey.slice(FOLDER.length))?.[1] : undefined;

/** All files of an image with these widths. */
export const namesOf = (widths: readonly number[]): string[] => [
  FULL,
  ...widths.flatMap((width) => [`${width}.avif`, `${width}.webp`]),
];
