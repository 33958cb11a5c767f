import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [12_345, '12 kB'],
  [2_000_000, '2 MB'],
  [3_400_000, '3.4 MB'],
  [20_971_520, '21 MB'],
])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
