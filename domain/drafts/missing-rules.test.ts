import { expect, test } from 'vitest';
import { describeMissing, missingIn } from './missing-rules.ts';

test('names what is empty and what is not ready, in the order of the form', () => {
  const parts = missingIn({
    fields: { business_name: ' ', business_location: 'Wa' },
    documents: { pitch_deck: { state: 'checking' }, financials: null },
  });
  expect(describeMissing(parts)).toBe(
    'Still missing: the business name, the pitch deck, the financials.',
  );
});

test('nothing if all is there; website and description may be empty', () => {
  const ready = { state: 'ready' };
  expect(
    missingIn({
      fields: { business_name: 'Volta Ice', business_location: 'Ho' },
      documents: { pitch_deck: ready, financials: ready },
    }),
  ).toEqual([]);
});
