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

test('letters and half a code change nothing; an emptied box stays', () => {
  expect(enterDigits(empty, 1, 'x')).toEqual({ digits: empty, place: 1 });
  expect(enterDigits(empty, 1, '1234')).toEqual({ digits: empty, place: 1 });
  expect(enterDigits([...'123456'], 2, '')).toEqual({
    digits: ['1', '2', '', '4', '5', '6'],
    place: 2,
  });
});
