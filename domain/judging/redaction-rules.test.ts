import { expect, test } from 'vitest';
import { redact, redactHtml } from './redaction-rules.ts';

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
  ['Ask (Yaa), Yaa’s aunt or Yaa\u2019s mother', 'Ask (■■■), ■■■’s aunt or ■■■’s mother'],
  ['Boateng, Asantewaa; Asantewaa\u2011Boateng', '■■■, ■■■; ■■■'],
  ['Y\u00adaa and Ya\u200ba, #ebenesalt', '■■■ and ■■■, #■■■'],
  ['Boatengs stay, as do yaas and hyaa', 'Boatengs stay, as do yaas and hyaa'],
  ['Call 00233241234567, not 10241234567', 'Call ■■■, not 10241234567'],
])('%j is read as %j', (text, read) => {
  expect(redact(text, identity)).toBe(read);
});

test.each([
  ['Ama', 'damage and Amanda', 'damage and Amanda'],
  [
    'Ben',
    'We benefit from the same samples. Ben does.',
    'We benefit from the same samples. ■■■ does.',
  ],
  ['Ato', 'from a to b', 'from a to b'],
])('a first name is covered as a whole word only: %s', (first_name, text, read) => {
  expect(redact(text, { ...identity, first_name })).toBe(read);
});

test.each([
  ['Volta Agro Ltd', 'Volta Agro grows; VOLTA AGRO LTD. too', '■■■ grows; ■■■. too'],
  ['Volta Agro Enterprise Ghana', 'At Volta-Agro', 'At ■■■'],
  ["Kofi's Salt & Sons", 'Kofi’s Salt and Sons, KOFI`S SALT&SONS', '■■■, ■■■'],
  ['Salt and Sons', 'Salt & Sons', '■■■'],
  ['Ab Ltd', 'Ab is short. Ab Ltd is not.', 'Ab is short. ■■■ is not.'],
  ['Gold', 'Golden and marigold; gold', 'Golden and marigold; ■■■'],
])('the business %s is covered as people write it', (business_name, text, read) => {
  expect(redact(text, { ...identity, business_name })).toBe(read);
});

test.each([
  [
    'https://facebook.com/voltaagro',
    'We are voltaagro on facebook.com',
    'We are ■■■ on facebook.com',
  ],
  ['volta.example/en', 'volta.example, volta.example/en/', '■■■, ■■■'],
])('of the website %s what is its own is covered', (business_website, text, read) => {
  expect(redact(text, { ...identity, business_website })).toBe(read);
});

test('what is shorter than three characters stays', () => {
  expect(redact('A to B', { ...identity, business_name: 'To', first_name: 'A' })).toBe('A to B');
});

test.each([
  [
    '<p><b>Ébène</b> Salt &amp; more</p><ul><li>Yaa</li></ul>',
    '<p><b>■■■</b> &amp; more</p><ul><li>■■■</li></ul>',
  ],
  ['<p>Y<i>a</i>a<br>Yaa&nbsp;Asantewaa</p>', '<p>■■■<i></i><br>■■■&nbsp;■■■</p>'],
  [
    '<p><a href="https://ebene.example" rel="x">our <em>site</em></a></p>',
    '<p>our <em>site</em></p>',
  ],
  ['<p>1 &lt; 2, a &lt;b&gt;</p>', '<p>1 &lt; 2, a &lt;b&gt;</p>'],
])('rich text keeps its formatting: %j', (html, read) => {
  expect(redactHtml(html, identity)).toBe(read);
});

/** Anything slower than linear takes minutes with these. */
const MANY = 200_000;
test.each([
  ['blanks', ' '.repeat(MANY)],
  ['a phone number that never ends', '0 2 4 '.repeat(MANY / 6)],
  ['short words', 'a '.repeat(MANY / 2)],
  ['names', 'Yaa '.repeat(MANY / 4)],
  ['brackets that never close', '<'.repeat(MANY)],
  ['tags', '<b>'.repeat(MANY / 3)],
  ['entities', '&amp'.repeat(MANY / 4)],
  ['soft hyphens', '\u00ad'.repeat(MANY)],
])('very many %s are read once', (_, text) => {
  const hostile = { ...identity, business_name: 'a '.repeat(100) };
  expect(redact(text, hostile).length).toBeGreaterThan(0);
  expect(redactHtml(text, hostile)).toBeTypeOf('string');
});
