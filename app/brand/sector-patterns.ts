import type { Sector } from '#domain/sectors.ts';
import { FOREST, GOLD, INDIGO, KOLA, PAPER } from './house-pattern.ts';
import type { Pattern } from './pattern.ts';

const INK = '#14201b';
const LAGOON = '#1f6570';

/**
 * A pattern for each sector: terraces, headframes, circuits, piers, drums. Same grammar, own
 * colours and rhythm.
 */
export const SECTOR_PATTERNS: Record<Sector, Pattern> = {
  Agriculture: {
    ground: FOREST,
    threads: { g: GOLD, l: '#5f9c5a', p: PAPER },
    rows: [
      'x2 llllllll',
      'x1 gggggggg',
      'x2 ..ll..ll',
      'x2 ll..ll..',
      'x2 ..ll..ll',
      'x1 gggggggg',
      'x3 ........',
      'x2 ......pp',
      'x2 ....ppgg',
      'x2 ..ppgggg',
    ],
  },
  Mining: {
    ground: '#3a2a20',
    threads: { g: GOLD, k: KOLA, p: '#d9cbb0' },
    rows: [
      'x2 gggggggg',
      'x2 kkkkkkkk',
      'x2 g.......',
      'x2 gg......',
      'x2 ggg.....',
      'x2 gggg...p',
      'x2 ggggg.pp',
      'x1 pppppppp',
    ],
  },
  Technology: {
    ground: INDIGO,
    threads: { g: GOLD, l: '#6fa7b5', p: PAPER },
    rows: [
      'x1 pppppppp',
      'x3 ........',
      'x2 .ll.ll.g',
      'x2 .ll.ll.g',
      'x3 ........',
      'x2 ..l..l..',
      'x2 gggggg..',
      'x2 ..l..l..',
      'x3 ........',
      'x2 llllllll',
    ],
  },
  Infrastructure: {
    ground: KOLA,
    threads: { g: GOLD, i: INK, p: PAPER },
    rows: [
      'x2 iiiiiiii',
      'x1 pppppppp',
      'x6 .i..gg..',
      'x2 iiii....',
      'x2 ..iiii..',
      'x2 ....iiii',
      'x1 gggggggg',
    ],
  },
  'Entertainment & Tourism': {
    ground: LAGOON,
    threads: { g: GOLD, k: KOLA, p: PAPER },
    rows: [
      'x2 kkkkkkkk',
      'x1 pppppppp',
      'x2 g..g..g.',
      'x2 .g..g..g',
      'x2 ..g..g..',
      'x1 pppppppp',
      'x2 kkkkkkkk',
      'x4 ....pp..',
      'x2 ..pp..pp',
    ],
  },
};
