import { expect, test } from 'vitest';
import { describeMissing } from './rules.ts';

test('names what is missing, and counts questions', () => {
  expect(describeMissing(['business_name', 'pitch_deck', 'financials'])).toBe(
    'Still missing: the business name, the pitch deck, the financials.',
  );
  expect(describeMissing(['financials', 'q1'])).toBe(
    'Still missing: the financials, the answer to 1 question of the program.',
  );
  expect(describeMissing(['q1', 'q2'])).toBe(
    'Still missing: answers to 2 questions of the program.',
  );
});
