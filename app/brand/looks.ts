import { houseWeave, SECTOR_WEAVES } from './weaves.ts';
import type { Look } from './portrait.tsx';

const SAND = '#e6d3ab';
const SAGE = '#b9cfbc';
const CLAY = '#dcae97';
const MIST = '#b5c3d6';

/** What each member wears, by the id in content/about/our-team.ts. */
export const LOOKS: Record<string, Look> = {
  'managing-partner': { weave: houseWeave, skin: '#6b4129', ground: SAND, hair: 'wrap' },
  'financial-engineering': {
    weave: SECTOR_WEAVES.Technology,
    skin: '#50301f',
    ground: CLAY,
    hair: 'short',
  },
  'pitch-trek': {
    weave: SECTOR_WEAVES['Entertainment & Tourism'],
    skin: '#7b4c30',
    ground: SAND,
    hair: 'round',
  },
  agriculture: { weave: SECTOR_WEAVES.Agriculture, skin: '#472a1b', ground: MIST, hair: 'bald' },
  'mining-infrastructure': {
    weave: SECTOR_WEAVES.Mining,
    skin: '#5d3824',
    ground: SAGE,
    hair: 'short',
  },
  technology: {
    weave: {
      ...SECTOR_WEAVES.Technology,
      ground: '#1f6570',
      threads: { g: '#fbf7ef', l: '#e7a917', p: '#e7a917' },
    },
    skin: '#6b4129',
    ground: CLAY,
    hair: 'braids',
  },
  portfolio: { weave: SECTOR_WEAVES.Infrastructure, skin: '#472a1b', ground: MIST, hair: 'wrap' },
  compliance: {
    weave: {
      ...houseWeave,
      ground: '#14201b',
      threads: { g: '#fbf7ef', k: '#e7a917', p: '#a63d2f', i: '#857b68' },
    },
    skin: '#50301f',
    ground: SAGE,
    hair: 'bald',
  },
};
