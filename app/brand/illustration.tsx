import css from './illustration.module.css';
import { ILLUSTRATION_SIZE, illustrationOf } from './illustration-files.ts';

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
