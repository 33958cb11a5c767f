import { agriculture } from '#content/sectors/agriculture.ts';
import { entertainment } from '#content/sectors/entertainment.ts';
import { infrastructure } from '#content/sectors/infrastructure.ts';
import { mining } from '#content/sectors/mining.ts';
import type { SectorWords } from '#content/sectors/sector-words.ts';
import { technology } from '#content/sectors/technology.ts';
import type { Sector } from '#domain/sectors.ts';

export const SECTOR_WORDS: Record<Sector, SectorWords> = {
  Agriculture: agriculture,
  Mining: mining,
  Technology: technology,
  Infrastructure: infrastructure,
  'Entertainment & Tourism': entertainment,
};
