import { expect, test } from 'vitest';
import { RECEIPT_RULES } from './rules.ts';

test('a grace of one minute is told as one minute', () => {
  expect(RECEIPT_RULES.lateDocuments(1)).toContain('within 1 minute, so');
  expect(RECEIPT_RULES.lateDocuments(15)).toContain('within 15 minutes, so');
});
