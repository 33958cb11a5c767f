import type { Sector } from '#domain/sectors.ts';
import css from './scene.module.css';
import { SCENE_SIZE, sceneOf } from './scenes.ts';

type Props = {
  sector: Sector;
  /** 1, 2 or 3. */ place: number;
  alt: string;
  caption: string;
  isFirst?: boolean;
  className?: string;
};

export function Scene({ sector, place, alt, caption, isFirst, className }: Props) {
  return (
    <figure className={`${css.scene} ${className ?? ''}`}>
      <img
        src={sceneOf(sector, place)}
        alt={alt}
        {...SCENE_SIZE}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
