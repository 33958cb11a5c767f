import { expect, test } from 'vitest';
import { redact } from './redaction-rules.ts';

const identity = {
  business_name: 'Ébène Salt (Keta)',
  first_name: 'Yaa',
  last_name: 'Asantewaa-Boateng',
  email: 'yaa@ebene.example',
  phone_number: '0241234567',
  business_website: 'https://www.ebene.example/',
};

test.each([
  ['EBENE salt (keta) sells salt.', '■■■ sells salt.'],
  ['Ask Yaa, or YAA ASANTEWAA-BOATENG.', 'Ask ■■■, or ■■■.'],
  ['Write to yaa@ebene.example now', 'Write to ■■■ now'],
  ['Call +233 24 123 4567 or 024-123-4567.', 'Call ■■■ or ■■■.'],
  ['See www.ebene.example and https://www.ebene.example/', 'See ■■■ and ■■■'],
  ['Nothing of it is here: 100 bags.', 'Nothing of it is here: 100 bags.'],
  ['Ébène\nSalt (Keta)', '■■■'],
  ['e\u0301be\u0300ne salt (keta)', '■■■'],
])('%j is read as %j', (text, read) => {
  expect(redact(text, identity)).toBe(read);
});

test('what is shorter than three characters stays', () => {
  expect(redact('A to B', { ...identity, business_name: 'To', first_name: 'A' })).toBe('A to B');
});
