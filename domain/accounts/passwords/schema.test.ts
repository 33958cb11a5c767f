import { safeParse } from 'zod/mini';
import { expect, test } from 'vitest';
import { registrationStrength, resetStrength } from '../rules.ts';
import { resetForm } from './schema.ts';

const [COMPOSED, DECOMPOSED] = ['Caf\u00e9-Trombone-7', 'Cafe\u0301-Trombone-7'];

test('the two fields of a form agree, however each was typed', () => {
  const typed = { email: 'ama@example.com', otp: '123456', new_password: COMPOSED };
  expect(safeParse(resetForm, { ...typed, confirm_password: DECOMPOSED }).success).toBe(true);
  expect(safeParse(resetForm, { ...typed, confirm_password: 'Cafe-Trombone-7' }).success).toBe(
    false,
  );
});

test('an accent is no special character, and no character of its own', () => {
  expect([registrationStrength('Cafe\u0301Cafe7'), registrationStrength('Caf\u00e9Cafe7')]).toEqual(
    ['Medium', 'Medium'],
  );
  expect([resetStrength('Cafe\u03017'), resetStrength('Caf\u00e97')]).toEqual(['Weak', 'Weak']);
});
