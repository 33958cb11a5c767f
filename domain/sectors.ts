/** The five investment sectors, and the spellings that are accepted as input. */

export const SECTORS = [
  'Agriculture',
  'Mining',
  'Technology',
  'Infrastructure',
  'Entertainment & Tourism',
] as const;

export type Sector = (typeof SECTORS)[number];

export const SECTOR_SLUGS: Record<Sector, string> = {
  Agriculture: 'agriculture',
  Mining: 'mining',
  Technology: 'technology',
  Infrastructure: 'infrastructure',
  'Entertainment & Tourism': 'entertainment',
};

/**
 * Takes a sector as typed, as a slug or as the specification misspells it; returns the sector, or
 * undefined.
 */
export function readSector(input: string): Sector | undefined {
  const wanted = input.trim().toLowerCase();
  if (wanted === 'infrastracture') return 'Infrastructure';
  return SECTORS.find(
    (sector) => sector.toLowerCase() === wanted || SECTOR_SLUGS[sector] === wanted,
  );
}
