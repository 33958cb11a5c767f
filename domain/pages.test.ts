import { expect, test } from 'vitest';
import { COUNTED_MATCHES, formatTotal, isUncounted } from './pages.ts';

test('one more than is counted says that there are more', () => {
  expect([9999, 10_000, 10_001, 10_002, 39_028].map((total) => formatTotal(total))).toEqual([
    '9,999',
    '10,000',
    'more than 10,000',
    '10,002',
    '39,028',
  ]);
  expect(isUncounted(COUNTED_MATCHES)).toBe(false);
});
