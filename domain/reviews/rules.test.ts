import { expect, test } from 'vitest';
import { shareEvenly, type Sharing } from './rules.ts';

type Place = { id: string; region: string };

/** So many of each region, in this order. */
const from = (...counts: [region: string, count: number][]): Place[] =>
  counts.flatMap(([region, count]) =>
    Array.from({ length: count }, (_, place) => ({ id: `${region} ${place + 1}`, region })),
  );
const people = (...regions: string[]): Place[] =>
  regions.map((region, place) => ({ id: `${region} person ${place + 1}`, region }));

function countsOf({ takers }: Sharing, among: readonly Place[]): number[] {
  const assigned = [...takers.values()];
  return among.map(({ id }) => assigned.filter((taker) => taker === id).length);
}

function ownRegions({ takers }: Sharing, proposals: Place[], among: Place[]): number {
  const regionOf = new Map([...proposals, ...among].map(({ id, region }) => [id, region]));
  return [...takers].filter(([id, taker]) => regionOf.get(id) === regionOf.get(taker)).length;
}

const SPARED = { isOwnRegionSpared: true };

test('without a number all are given out, and numbers differ by one at most', () => {
  const among = people('Volta', 'Volta', 'Oti');
  const sharing = shareEvenly(from(['Volta', 50]), among, { isOwnRegionSpared: false });
  expect(countsOf(sharing, among)).toEqual([17, 17, 16]);
  expect(sharing).toMatchObject({ leftOver: [], refused: [] });
});

test('forty each: the first of the list are given out, the others are left over', () => {
  const among = people('Volta', 'Oti');
  const proposals = from(['Bono', 100]);
  const sharing = shareEvenly(proposals, among, { ...SPARED, each: 40 });
  expect(countsOf(sharing, among)).toEqual([40, 40]);
  expect([...sharing.takers.keys()].sort()).toEqual(
    proposals
      .slice(0, 80)
      .map(({ id }) => id)
      .sort(),
  );
  expect(sharing.leftOver).toHaveLength(20);
});

test('each has their number although the list begins with the own region of one of them', () => {
  const among = people('Volta', 'Oti');
  const proposals = from(['Volta', 60], ['Oti', 60]);
  const sharing = shareEvenly(proposals, among, { ...SPARED, each: 40 });
  expect(countsOf(sharing, among)).toEqual([40, 40]);
  expect(ownRegions(sharing, proposals, among)).toBe(0);
});

test('one who can take little else gives way to nobody: others take what they may', () => {
  const among = people('Volta', 'Oti', 'Bono');
  const proposals = from(['Volta', 1], ['Oti', 1], ['Bono', 1]);
  const sharing = shareEvenly(proposals, among, { ...SPARED, each: 1 });
  expect(countsOf(sharing, among)).toEqual([1, 1, 1]);
  expect(ownRegions(sharing, proposals, among)).toBe(0);
});

test('what nobody may take is refused, not left over', () => {
  const among = people('Volta', 'Volta');
  const sharing = shareEvenly(from(['Volta', 3], ['Oti', 9]), among, { ...SPARED, each: 4 });
  expect(sharing.refused).toEqual(['Volta 1', 'Volta 2', 'Volta 3']);
  expect(sharing.leftOver).toEqual(['Oti 9']);
  expect(countsOf(sharing, among)).toEqual([4, 4]);
});

test('regions make numbers uneven no further than they must', () => {
  const among = people('Volta', 'Volta', 'Oti', 'Bono');
  const proposals = from(['Volta', 30], ['Oti', 2], ['Bono', 8]);
  const sharing = shareEvenly(proposals, among, SPARED);
  expect(countsOf(sharing, among)).toEqual([5, 5, 15, 15]);
  expect(ownRegions(sharing, proposals, among)).toBe(0);
});

test('two thousand among a hundred people of ten regions', () => {
  const regions = Array.from({ length: 10 }, (_, place) => `R${place}`);
  const among = people(...Array.from({ length: 100 }, (_, place) => regions[place % 10]!));
  const proposals = from(...regions.map((region): [string, number] => [region, 200]));
  const sharing = shareEvenly(proposals, among, { ...SPARED, each: 20 });
  expect(new Set(countsOf(sharing, among))).toEqual(new Set([20]));
  expect(ownRegions(sharing, proposals, among)).toBe(0);
});
