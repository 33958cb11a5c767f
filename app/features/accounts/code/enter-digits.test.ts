import { expect, test } from 'vitest';
import { enterDigits } from './enter-digits.ts';

const empty = ['', '', '', '', '', ''];

test('a digit fills its box and goes on; a second one replaces it', () => {
  expect(enterDigits(empty, 0, '4')).toEqual({ digits: ['4', '', '', '', '', ''], place: 1 });
  expect(enterDigits(['4', '', '', '', '', ''], 0, '74').digits[0]).toBe('7');
  expect(enterDigits(['4', '', '', '', '', ''], 0, '44').digits[0]).toBe('4');
});

test('six digits fill all boxes from any of them, however they are spaced', () => {
  expect(enterDigits(empty, 3, '123 456').digits.join('')).toBe('123456');
  expect(enterDigits([...'999999'], 5, '123456').digits.join('')).toBe('123456');
});

test.each([
  ['Your code is 123456. It is valid for 10 minutes.', '123456'],
  ['123 456 is your code until 18:30', '123456'],
  ['１２３４５６', '123456'],
  ['123-456', '123456'],
])('%s has one code in it', (text, code) => {
  expect(enterDigits(empty, 0, text).digits.join('')).toBe(code);
});

test('letters, half a code and two codes change nothing and say why; an emptied box stays', () => {
  expect(enterDigits(empty, 1, 'x')).toMatchObject({
    digits: empty,
    refusal: expect.stringContaining('only digits'),
  });
  for (const text of ['1234', 'Call 0241112222', 'Call 024 111 2222', '123456 or 654321'])
    expect(enterDigits(empty, 1, text)).toMatchObject({
      digits: empty,
      refusal: expect.stringContaining('There is no 6-digit code'),
    });
  expect(enterDigits([...'123456'], 2, '')).toEqual({
    digits: ['1', '2', '', '4', '5', '6'],
    place: 2,
  });
});
