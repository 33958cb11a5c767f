import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { optionalWebsite, requiredText } from './text.ts';

test('search does not care about case or accents, nor about Ghanaian letters', () => {
  expect(foldText('Ɛyɛ Kofé ŊƆ')).toBe('eye kofe no');
});

test.each([
  ['example.com', 'https://example.com'],
  ['http://a.example.com/x?y', 'http://a.example.com/x?y'],
  ['', null],
])('the website %o is stored as %o', (typed, stored) => {
  expect(optionalWebsite('the website', 500).parse(typed)).toBe(stored);
});

test.each(['javascript:alert(1)', 'ftp://example.com', 'https://', 'not a site', 'https://user:pass@example.com'])('%s is no website', (typed) => {
  expect(optionalWebsite('the website', 500).safeParse(typed).success).toBe(false);
});

test('too long a text is refused with its limit in the sentence', () => {
  const result = requiredText('the business name', 200).safeParse('x'.repeat(201));
  expect(result.error?.issues[0]?.message).toBe('The business name can have at most 200 characters.');
});
