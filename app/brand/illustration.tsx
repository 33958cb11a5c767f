import type { Sector } from '#domain/sectors.ts';
import css from './illustration.module.css';
import { ILLUSTRATION_SIZE, illustrationOf } from './illustration-files.ts';

type Props = {
  sector: Sector;
  /** 1, 2 or 3. */ place: number;
  alt: string;
  caption: string;
  isFirst?: boolean;
  className?: string;
};

export function Illustration({ sector, place, alt, caption, isFirst, className }: Props) {
  return (
    <figure className={`${css.illustration} ${className ?? ''}`}>
      <img
        src={illustrationOf(sector, place)}
        alt={alt}
        {...ILLUSTRATION_SIZE}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
