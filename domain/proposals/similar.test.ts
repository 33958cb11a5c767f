import { expect, test } from 'vitest';
import { nearnessOfNames, partsOfName } from './similar.ts';

test.each([
  ['Asante Cocoa Ltd', 'ASANTE COCOA LIMITED', 1],
  ['Asante Cocoa', 'Cocoa Asante Company', 1],
  ['Ɛdwoa Foods', 'Edwoa Foods', 1],
  ['The Company Ltd', 'The Company Ltd', 1],
])('%s is %s', (one, other, nearness) => expect(nearnessOfNames(one, other)).toBe(nearness));

test.each([
  ['Asante Cocoa Ltd', 'Asantee Cocoa'],
  ['Kente', 'Kante'],
  ['Kasapreko Drinks', 'Kasaprekoo Drinks Ghana Ltd'],
  ['Volta Lake Fisheries', 'Volta Lake Fishery'],
  ['Cocoa Fresh', 'Cocoafresh Ltd'],
  ['Akosombo Ferries', 'Akosombo Lake Ferries'],
])('%s is nearly %s', (one, other) => {
  expect(nearnessOfNames(one, other)).toBeGreaterThanOrEqual(0.65);
  expect(nearnessOfNames(one, other)).toBeLessThan(1);
});

test.each([
  ['Asante Cocoa Ltd', 'Asante Gold Ltd'],
  ['Sun Ltd', 'Sea Ltd'],
  ['Green Farms', 'Palm Farms'],
  // What they make is the longer word.
  ['Tema Briquettes', 'Keta Briquettes'],
  ['Volta Agroprocessing Ltd', 'Bono Agroprocessing Ltd'],
])('%s is not %s', (one, other) => expect(nearnessOfNames(one, other)).toBe(0));

test('a name falls into pieces that the search index knows', () => {
  expect(partsOfName('Kasapreko of Ho Ltd')).toEqual(['kasap', 'reko']);
  expect(partsOfName('Asante Cocoa')).toEqual(['asa', 'nte', 'cocoa']);
  expect(partsOfName('A1')).toEqual([]);
});
