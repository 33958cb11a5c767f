import { safeParse } from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { describeUnchangeable } from './messages.ts';
import {
  dropUnchanged,
  isPhone,
  normaliseEmail,
  normalisePhone,
  readRole,
  refuseRoleChange,
  refuseStatusChange,
  registrationStrength,
  resetStrength,
  tidyDigitalAddress,
} from './rules.ts';
import { isKnownPassword } from './passwords/rules.ts';
import { registerInput, resetForm } from './passwords/schema.ts';
import { email, updateProfileInput } from './schema.ts';

test.each<readonly [string, string]>([
  ['+233 24 111 2222', '0241112222'],
  ['00233-24-111-2222', '0241112222'],
  ['+2330241112222', '0241112222'],
  ['024 111-2222', '0241112222'],
  ['(024) 111.2222', '0241112222'],
  ['233241234567', '0241234567'],
  ['2330241234567', '0241234567'],
  ['\u202a+233\u202c 24 123 4567', '0241234567'],
  ...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00a0\u2009\u202f'].map(
    (between) => [`024${between}123${between}4567`, '0241234567'] as const,
  ),
])('the phone %s is stored as %s', (typed, stored) => {
  expect(normalisePhone(typed)).toBe(stored);
});

test('a number has ten digits including its zero', () => {
  expect(['0241234567', '0302123456'].map(isPhone)).toEqual([true, true]);
  expect(['12', '241234567', '02412345678', '2412345678', ''].map(isPhone)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ['GA-183-8164', 'GA-183-8164'],
  ['ga1838164', 'GA-183-8164'],
  [' ak \u2013 039 \u2013 5028 ', 'AK-039-5028'],
  ['e4 1234 5678', 'E4-1234-5678'],
  ['WR\u20110012\u20113456', 'WR-0012-3456'],
])('the digital address %j is stored as %s', (typed, stored) =>
  expect(tidyDigitalAddress(typed)).toBe(stored),
);

test.each([
  'GA',
  'GA-18-8164',
  'GA-183-816',
  'GAB-183-8164',
  '4A-183-8164',
  '12 High Street',
  'GA-183-81645678',
  '',
  'Near the Shell station, Ho',
])('%j stays as it was typed', (typed) => expect(tidyDigitalAddress(typed)).toBe(typed));

test('unchanged values are not checked again', () => {
  expect(
    dropUnchanged(
      { phone_number: '12', city: 'Ho', toString: 'x' },
      { phone_number: '12', city: 'Wa' },
    ),
  ).toEqual({ city: 'Ho', toString: 'x' });
});

test('fields that cannot be cleared are named in one sentence', () => {
  expect(describeUnchangeable(['first_name'])).toBe(
    'Your first name cannot be empty, so the old one stays.',
  );
  expect(describeUnchangeable(['first_name', 'last_name', 'email'])).toBe(
    'Your first name, last name and email cannot be empty, so the old ones stay.',
  );
});

test('a phone has at most ten digits, counted after it was normalised', () => {
  const read = (phone_number: string) => updateProfileInput.safeParse({ phone_number }).success;
  expect(['+233 24 111 2222', '0241112222', ''].map(read)).toEqual([true, true, true]);
  expect(['02411122223', '024111222a', '+44 20 7946 0958 1'].map(read)).toEqual([
    false,
    false,
    false,
  ]);
});

test('addresses are compared trimmed, in lower case, without control characters', () => {
  expect(normaliseEmail(' Ama@Example.COM\u0000 ')).toBe('ama@example.com');
});

test.each([
  '',
  'ama',
  'ama@',
  'ama@example',
  '@example.com',
  'a b@example.com',
  'a@b.com, c@d.com',
  'a@b.com\r\nBcc: c@d.com',
  '<a@b.com>',
  `${'a'.repeat(250)}@b.com`,
])('%j is no e-mail address', (typed) => {
  expect(email.safeParse(typed).success).toBe(false);
});

describe('strength, advice at registration and on the reset screen', () => {
  test.each([
    ['Abcdef1!', 'Strong', 'Strong'],
    ['Abcdefg1', 'Medium', 'Strong'],
    ['abcdefgh', 'Medium', 'Moderate'],
    ['Abcd1!', 'Medium', 'Moderate'],
    ['Ab1!', 'Weak', 'Weak'],
  ])('%s', (password, registration, reset) => {
    expect([registrationStrength(password), resetStrength(password)]).toEqual([
      registration,
      reset,
    ]);
  });
});

test('well-known and monotonous passwords are known', () => {
  expect(['Password123', 'aaaaaaaaaaaa', 'abababababab'].map(isKnownPassword)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['Akwaaba-2026!', 'trombone hats seven'].map(isKnownPassword)).toEqual([false, false]);
});

test('a registration returns one sentence for each invalid field, even with several', () => {
  const result = registerInput.safeParse({
    password: 'one-thing-here',
    confirm_password: 'another-thing',
  });
  const paths = result.error!.issues.map(({ path }) => path.join('.'));
  expect(new Set(paths)).toEqual(
    new Set([
      'first_name',
      'last_name',
      'email',
      'phone_number',
      'city',
      'digital_address',
      'region',
      'confirm_password',
    ]),
  );
});

test('roles are read in any case', () => {
  expect([readRole('ADMIN'), readRole(' Applicant '), readRole('king')]).toEqual([
    'admin',
    'applicant',
    undefined,
  ]);
});

describe('who may lose a role or be deactivated', () => {
  const admin = { id: 'target', role: 'admin', isActive: true } as const;
  const applicant = { ...admin, role: 'applicant' } as const;
  test('nobody changes their own account', () => {
    expect([
      refuseRoleChange('target', admin, 'applicant', 3),
      refuseStatusChange('target', admin, false, 3),
    ]).toEqual(['own_account', 'own_account']);
  });
  test('the last active admin stays one', () => {
    expect([
      refuseRoleChange('me', admin, 'applicant', 0),
      refuseStatusChange('me', admin, false, 0),
    ]).toEqual(['last_admin', 'last_admin']);
    expect([
      refuseRoleChange('me', admin, 'applicant', 1),
      refuseStatusChange('me', admin, false, 1),
      refuseRoleChange('me', { ...admin, isActive: false }, 'applicant', 0),
    ]).toEqual([undefined, undefined, undefined]);
  });
  test('only admins can be activated and deactivated', () => {
    expect([
      refuseStatusChange('me', applicant, false, 1),
      refuseStatusChange('me', applicant, true, 1),
    ]).toEqual(['not_an_admin', 'not_an_admin']);
  });
});

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
