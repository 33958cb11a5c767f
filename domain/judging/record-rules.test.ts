import { expect, test } from 'vitest';
import { hideSmall } from './record-rules.ts';

test.each([
  [
    [0, 10, 20],
    [0, 10, 20],
  ],
  [
    [3, 10, 20],
    [null, null, 20],
  ],
  [
    [5, 10, 20],
    [5, 10, 20],
  ],
  [
    [3, 4, 20],
    [null, null, 20],
  ],
  [
    [3, 0, 0],
    [null, null, 0],
  ],
  [
    [7, 2, 7, 0],
    [null, null, 7, 0],
  ],
])('%j is shown as %j', (column, shown) => expect(hideSmall(column)).toEqual(shown));
