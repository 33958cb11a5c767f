import { expect, test } from 'vitest';
import { findConflicts } from './conflict-rules.ts';

const judge = {
  email: 'kofi@bank.example',
  phone_number: '0200000001',
  organisations: [] as string[],
  people: [] as string[],
};
const proposal = {
  email: 'ama@gmail.com',
  phone_number: '0200000002',
  first_name: 'Ama',
  last_name: 'Mensah',
  business_name: 'Keta Salt Ghana Limited',
  business_website: null as string | null,
};
const kinds = (one = {}, other = {}) =>
  findConflicts({ ...judge, ...one }, { ...proposal, ...other }).map(
    ({ kind, state }) => `${kind} ${state}`,
  );

test('strangers have none', () => expect(kinds()).toEqual([]));

test.each([
  ['same_person confirmed', {}, { phone_number: '0200000001' }],
  ['same_domain confirmed', {}, { email: 'x@bank.example' }],
  ['same_domain confirmed', {}, { email: 'x@mail.bank.example' }],
  ['same_domain confirmed', {}, { business_website: 'https://www.bank.example/shop' }],
  ['same_organisation confirmed', { organisations: ['KETA SALT ENTERPRISE'] }, {}],
  ['same_organisation possible', { organisations: ['Keta Sallt'] }, {}],
  ['named_person possible', { people: ['mensah AMA'] }, {}],
  ['named_person possible', { people: ['Mensah'] }, {}],
])('%s', (found, one, other) => expect(kinds(one, other)).toEqual([found]));

test.each([
  [{ email: 'kofi@gmail.com' }, {}],
  [{ email: 'kofi@somewhere.com.gh' }, { email: 'ama@elsewhere.com.gh' }],
  [{ email: 'kofi@a.wixsite.com' }, { business_website: 'https://b.wixsite.com/x' }],
  [{ people: ['Ama Owusu'] }, {}],
  [{ organisations: ['Ghana Ltd'] }, {}],
  [{ phone_number: '' }, { phone_number: '' }],
])('%j and %j are no tie', (one, other) => expect(kinds(one, other)).toEqual([]));
