import type { Image, ImageVariant } from '#domain/posts/schema.ts';
import { classNames } from '#app/ui/class-names.ts';
import css from './picture.module.css';

type Props = {
  image: Image;
  /** Empty if the text beside it says the same. */
  alt: string;
  /**
   * As `sizes` in HTML. On phones half of the displayed width: their screens have two device pixels
   * per CSS pixel, and half is sharp enough.
   */
  sizes: string;
  /** In the first view: loads immediately. */
  isFirst?: boolean;
  /** On a hydrated screen, where app/enhance does not run: the browser's own lazy loading. */
  isHydrated?: boolean;
  /** Fills its box and is cropped to it instead of keeping its proportions. */
  isCut?: boolean;
  className?: string;
};

/**
 * An uploaded image in its variants, over its average colour: its size is known before it loads, so
 * nothing jumps. On plain pages all but the first wait in a <noscript> for app/enhance/pictures.ts:
 * a browser's own lazy loading fetches up to four screens ahead, and applicants pay for every byte.
 */
export function Picture({ isFirst, isHydrated, isCut, className, ...rest }: Props) {
  const { color } = rest.image;
  const isThere = isFirst || isHydrated;
  const isUnsized = !isCut && !(rest.image.width && rest.image.height);
  return (
    <span
      className={classNames(css.frame, isCut && css.cut, isUnsized && css.unsized, className)}
      data-picture={isThere ? undefined : ''}
    >
      {color && (
        // A rectangle, because the CSP of plain pages forbids style attributes.
        <svg aria-hidden="true" className={`${css.ground} no-print`}>
          <rect width="100%" height="100%" fill={color} />
        </svg>
      )}
      {isThere ? (
        <Sources {...rest} isFirst={isFirst} />
      ) : (
        <noscript>
          <Sources {...rest} />
        </noscript>
      )}
    </span>
  );
}

function Sources({
  image,
  alt,
  sizes,
  isFirst,
}: Pick<Props, 'image' | 'alt' | 'sizes' | 'isFirst'>) {
  return (
    <picture>
      {(['image/avif', 'image/webp'] as const).map((type) => {
        const srcSet = srcSetOf(image.variants, type);
        return srcSet && <source key={type} type={type} srcSet={srcSet} sizes={sizes} />;
      })}
      <img
        src={image.url}
        alt={alt}
        width={image.width ?? undefined}
        height={image.height ?? undefined}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  );
}

const srcSetOf = (variants: readonly ImageVariant[], type: string): string =>
  variants
    .filter((variant) => variant.type === type)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ');
