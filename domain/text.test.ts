import { describe, expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import {
  blankableText,
  optionalText,
  optionalWebsite,
  requiredLines,
  requiredText,
  richText,
} from './text.ts';

test('search ignores case, accents and the special letters of Ghanaian languages', () => {
  expect(foldText('Ɛyɛ Kofé ŊƆ')).toBe('eye kofe no');
  expect(foldText('Ko\u200bfi Men\u00adsah\ufe0f')).toBe('kofi mensah');
});

test.each([
  ['example.com', 'https://example.com'],
  ['http://a.example.com/x?y', 'http://a.example.com/x?y'],
  ['https://example.com/\u202egpj', 'https://example.com/gpj'],
  ['', null],
])('the website %o is stored as %o', (typed, stored) => {
  expect(optionalWebsite('the website', 500).parse(typed)).toBe(stored);
});

test.each([
  'javascript:alert(1)',
  'ftp://example.com',
  'https://',
  'not a site',
  'https://user:pass@example.com',
])('%s is no website', (typed) => {
  expect(optionalWebsite('the website', 500).safeParse(typed).success).toBe(false);
});

test('a text that is too long is refused with its limit in the sentence', () => {
  const result = requiredText('the business name', 200).safeParse('x'.repeat(201));
  expect(result.error?.issues[0]?.message).toBe(
    'The business name can have at most 200 characters.',
  );
});

describe.each([
  ['a required text', requiredText],
  ['an optional text', optionalText],
  ['a text that may be blank', blankableText],
])('%s is one line', (_, text) => {
  test.each([
    ['Kofi\r\nMensah', 'Kofi Mensah'],
    ['  Volta \t\u00a0 Boats\u2028', 'Volta Boats'],
    ['Ho\u0000\u0007, Volta\u0085', 'Ho , Volta'],
    ['Kofi \u202egnp.exe\u202c\u2066x\u2069', 'Kofi gnp.exex'],
  ])('%j is stored as %j', (typed, stored) =>
    expect(text('the name', 50).parse(typed)).toBe(stored),
  );
});

test('line breaks and control characters alone are no name', () => {
  expect(requiredText('your name', 50).safeParse('\r\n\u0000 ').error?.issues[0]?.message).toBe(
    'Enter your name.',
  );
});

test.each(['\ufffc', '\u200b', '\u3164', '\u2800\u00ad', '\ufeff\u202e'])(
  'nothing but %j is no text',
  (typed) => {
    expect(requiredText('your name', 50).safeParse(typed).success).toBe(false);
    expect(requiredLines('your message', 50).safeParse(typed).success).toBe(false);
    expect([
      optionalText('the position', 50).parse(typed),
      blankableText('your city', 50).parse(typed),
      richText('the body', 50).parse(typed),
    ]).toEqual([null, '', '']);
  },
);

test('a website fits including the added scheme', () => {
  const typed = `example.com/${'x'.repeat(485)}`;
  expect(optionalWebsite('the website', 500).safeParse(typed).error?.issues[0]?.message).toBe(
    'The website can have at most 500 characters.',
  );
  expect(optionalWebsite('the website', 500).parse(typed.slice(0, 492))).toHaveLength(500);
});

test.each([requiredLines, richText])('a message and rich text keep their line breaks', (text) => {
  expect(text('your message', 50).parse(' Dear all,\r\n\n\tthanks\u0007 \n')).toBe(
    'Dear all,\r\n\n\tthanks',
  );
});
