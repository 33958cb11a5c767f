import { expect, test } from 'vitest';
import { formatPhone } from './phone-rules.ts';

test.each([
  ['0241234567', '024 123 4567'],
  ['0302123456', '030 212 3456'],
  ['12345', '12345'],
  ['', ''],
])('the stored number %s is read as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});
