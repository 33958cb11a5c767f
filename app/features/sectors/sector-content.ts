import { agriculture } from '#content/sectors/agriculture.ts';
import { entertainment } from '#content/sectors/entertainment.ts';
import { infrastructure } from '#content/sectors/infrastructure.ts';
import { mining } from '#content/sectors/mining.ts';
import type { SectorContent } from '#content/sectors/sector-page.ts';
import { technology } from '#content/sectors/technology.ts';
import type { Sector } from '#domain/sectors.ts';

export const SECTOR_CONTENT: Record<Sector, SectorContent> = {
  Agriculture: agriculture,
  Mining: mining,
  Technology: technology,
  Infrastructure: infrastructure,
  'Entertainment & Tourism': entertainment,
};
