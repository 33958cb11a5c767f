/** Drawings by their hashed addresses; a sample post has one of them too. */
const FILES = import.meta.glob<string>(
  ['../../content/illustrations/*.svg', '../../content/samples/pictures/cold-rooms.svg'],
  { eager: true, query: '?url', import: 'default' },
);

/** By the file's name, without the ending. */
const ADDRESSES = Object.fromEntries(
  Object.entries(FILES).map(([path, address]) => [/([\w-]+)\.svg$/.exec(path)![1]!, address]),
);

/** 4 : 3, as every illustration is drawn. */
export const ILLUSTRATION_SIZE = { width: 800, height: 600 };

/** `name` as in `agriculture-1`. */
export const illustrationOf = (name: string): string => ADDRESSES[name] ?? '';
