import { expect, test } from 'vitest';
import { checkAnswers } from './questions/answers.ts';
import type { Question } from './questions/schema.ts';
import { numberOrText, readNumber } from './numbers.ts';

test.each([
  ['1,200', 1200],
  ['1 200.5', 1200.5],
  ['1\u00a0200', 1200],
  ['1\u202f200\u202f000', 1_200_000],
  ['GHS 65,000', 65_000],
  ['gh₵65,000.50', 65_000.5],
  ['65,000 GHS', 65_000],
  [' -3 ', -3],
  ['\u22125', -5],
  ['\u2013 5', -5],
  ['GHS -500', -500],
  ['+5', 5],
  ['\u200b12', 12],
  ['0', 0],
  ['.5', 0.5],
  ['0.125', 0.125],
  ['65.1250', 65.125],
  ['1500.50', 1500.5],
])('%j is read as %j', (text, value) => {
  expect(readNumber(text)).toEqual({ value });
});

test.each([
  ['65.000', 'Type 65 or 65000.'],
  ['-65.000', 'Type -65 or -65000.'],
  ['65.125', 'Type 65.1250 or 65125.'],
  ['1.200.000', 'Type it without points: 1200000.'],
  ['12,5', 'Type decimals after a point: 12.5.'],
  ['1500,50', 'Type decimals after a point: 1500.50.'],
  ['1.500,50', 'Type decimals after a point: 1500.50.'],
  ['11 women', 'Type only digits, such as 1200.'],
  ['65k', 'Type only digits, such as 1200.'],
  ['1e5', 'Type only digits, such as 1200.'],
  ['1,2,3', 'Type only digits, such as 1200.'],
  ['12,34,567', 'Type only digits, such as 1200.'],
  ['USD 5,000', 'Type only digits, such as 1200.'],
  ['', 'Type only digits, such as 1200.'],
])('%j is never guessed: %s', (text, wrong) => {
  expect(readNumber(text)).toEqual({ wrong });
  expect(numberOrText(text)).toBe(text);
});

test('what the sentences suggest is read', () => {
  for (const text of ['65.000', '65.125', '1.200.000', '12,5', '1.500,50', '11 women'])
    for (const suggested of readNumber(text).wrong!.match(/-?\d+(?:\.\d+)?/g)!)
      expect(readNumber(suggested).value, suggested).toBeTypeOf('number');
});

test('an answer that is no number is refused with the sentence for what was typed', () => {
  const question = {
    ...{ id: 'q', kind: 'number', label: 'How much?', help: null, is_required: true },
    ...{ max_length: null, min: null, max: null, options: null, eligible: null },
    ...{ shown_if: null, is_retired: false },
  } satisfies Question;
  const refusalOf = (typed: unknown) =>
    checkAnswers([question], { q: typed }).problems['answers.q'];
  expect(refusalOf('65.000')).toBe('Answer with a number. Type 65 or 65000.');
  expect(refusalOf('1200')).toBe('Answer with a number.');
  expect(refusalOf(['65'])).toBe('Answer with a number.');
  expect(refusalOf(65_000)).toBeUndefined();
});
