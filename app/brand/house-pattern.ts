import type { Pattern } from './pattern.ts';

export const FOREST = '#0e4d3a';
export const GOLD = '#e7a917';
export const KOLA = '#a63d2f';
export const INDIGO = '#22335c';
export const PAPER = '#fbf7ef';

/** The firm's pattern: stepped diamonds between bars. */
export const housePattern: Pattern = {
  ground: FOREST,
  threads: { g: GOLD, k: KOLA, p: PAPER, i: INDIGO },
  rows: [
    'x2 gggggggg',
    'x2 iiiiiiii',
    'x1 gggggggg',
    'x2 ........',
    'x2 .......g',
    'x2 ......gg',
    'x2 .....ggk',
    'x2 ....ggkk',
    'x2 ...ggkkp',
    'x2 ..ggkkpp',
  ],
};
