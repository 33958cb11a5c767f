import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test('few pages all show', () => expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4]));
test('gaps stand for two pages and more', () =>
  expect(pageNumbers(6, 12)).toEqual([1, null, 5, 6, 7, null, 12]));
test('a gap of one page is that page', () =>
  expect(pageNumbers(4, 12)).toEqual([1, 2, 3, 4, 5, null, 12]));
