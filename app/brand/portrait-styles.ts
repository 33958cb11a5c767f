import { housePattern } from './house-pattern.ts';
import { SECTOR_PATTERNS } from './sector-patterns.ts';
import type { PortraitStyle } from './portrait.tsx';

const SAND = '#e6d3ab';
const SAGE = '#b9cfbc';
const CLAY = '#dcae97';
const MIST = '#b5c3d6';

/** What each member wears, by the id in content/about/our-team.ts. */
export const PORTRAIT_STYLES: Record<string, PortraitStyle> = {
  'managing-partner': { pattern: housePattern, skin: '#6b4129', ground: SAND, hair: 'wrap' },
  'financial-engineering': {
    pattern: SECTOR_PATTERNS.Technology,
    skin: '#50301f',
    ground: CLAY,
    hair: 'short',
  },
  'pitch-trek': {
    pattern: SECTOR_PATTERNS['Entertainment & Tourism'],
    skin: '#7b4c30',
    ground: SAND,
    hair: 'round',
  },
  agriculture: {
    pattern: SECTOR_PATTERNS.Agriculture,
    skin: '#472a1b',
    ground: MIST,
    hair: 'bald',
  },
  'mining-infrastructure': {
    pattern: SECTOR_PATTERNS.Mining,
    skin: '#5d3824',
    ground: SAGE,
    hair: 'short',
  },
  technology: {
    pattern: {
      ...SECTOR_PATTERNS.Technology,
      ground: '#1f6570',
      threads: { g: '#fbf7ef', l: '#e7a917', p: '#e7a917' },
    },
    skin: '#6b4129',
    ground: CLAY,
    hair: 'braids',
  },
  portfolio: {
    pattern: SECTOR_PATTERNS.Infrastructure,
    skin: '#472a1b',
    ground: MIST,
    hair: 'wrap',
  },
  compliance: {
    pattern: {
      ...housePattern,
      ground: '#14201b',
      threads: { g: '#fbf7ef', k: '#e7a917', p: '#a63d2f', i: '#857b68' },
    },
    skin: '#50301f',
    ground: SAGE,
    hair: 'bald',
  },
};
