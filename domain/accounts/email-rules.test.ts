import { expect, test } from 'vitest';
import { isEmail, suggestEmail } from './email-rules.ts';

test.each([
  'kofi@example.com',
  'kofi.mensah+grants@mail.example.com.gh',
  "o'brien_k-@xn--bcher-kva.example",
  'renée@bücher.example',
  `${'k'.repeat(64)}@${'x'.repeat(63)}.com`,
])('%s is an address', (typed) => expect(isEmail(typed)).toBe(true));

test('a very long text is refused at once', () => {
  expect(isEmail(`${'a.'.repeat(500_000)}@b.com`)).toBe(false);
});

test.each([
  ['ama@gmial.com', 'ama@gmail.com'],
  ['ama@gmal.com', 'ama@gmail.com'],
  ['ama@gnail.com', 'ama@gmail.com'],
  ['ama@gmail.con', 'ama@gmail.com'],
  ['ama@gmail.co', 'ama@gmail.com'],
  ['ama@yaho.com', 'ama@yahoo.com'],
  ['ama@yahooo.com', 'ama@yahoo.com'],
  ['ama@hotmial.com', 'ama@hotmail.com'],
  ['ama@outlok.com', 'ama@outlook.com'],
])('%s is probably %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant));

test.each([
  'ama@gmail.com',
  'ama@ymail.com',
  'ama@mail.com',
  'ama@yahoo.co.uk',
  'ama@yahoo.fr',
  'ama@example.com',
  'gmial.com',
  '@gmial.com',
  'ama@',
  '',
])('nothing is asked about %j', (typed) => expect(suggestEmail(typed)).toBeUndefined());
