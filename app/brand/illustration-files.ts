import { SECTOR_SLUGS, type Sector } from '#domain/sectors.ts';

/** The drawings of content/illustrations, `agriculture-1` and so on, by their hashed addresses. */
const FILES = import.meta.glob<string>('../../content/illustrations/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** 4 : 3, as every illustration is drawn. */
export const ILLUSTRATION_SIZE = { width: 800, height: 600 };

export const illustrationOf = (sector: Sector, place: number): string =>
  FILES[`../../content/illustrations/${SECTOR_SLUGS[sector]}-${place}.svg`] ?? '';
