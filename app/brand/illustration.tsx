import css from './illustration.module.css';

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
const ILLUSTRATION_SIZE = { width: 800, height: 600 };

/** `name` as in `agriculture-1`. */
const illustrationOf = (name: string): string => ADDRESSES[name] ?? '';

type Props = {
  /** The drawing's, such as `agriculture-1`. */
  name: string;
  alt: string;
  caption: string;
  /** In the first view: loads immediately. */
  isFirst?: boolean;
};

/**
 * For plain pages. All but the first wait in a <noscript> for app/enhance/pictures.ts: a browser's
 * own lazy loading fetches them before the first paint, beside the headline's font. Until then,
 * screen readers know them by their frames.
 */
export function Illustration({ name, alt, caption, isFirst }: Props) {
  const picture = (
    <img src={illustrationOf(name)} alt={alt} {...ILLUSTRATION_SIZE} decoding="async" />
  );
  const waiting = { 'data-picture': '', role: 'img', 'aria-label': alt };
  return (
    <figure className={css.illustration}>
      <span className={css.frame} {...(!isFirst && waiting)}>
        {isFirst ? picture : <noscript>{picture}</noscript>}
      </span>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
