import { describe, expect, test } from 'vitest';
import { randomFrom } from './assignment-rules.ts';
import {
  decimalsOf,
  explainOutcomes,
  hundredthsOf,
  rankEntries,
  scoreEntries,
  totalOf,
} from './score-rules.ts';

const twoDecimals = (value: number) => decimalsOf(hundredthsOf(value));

test('weights 40, 30, 20, 10 with scores 5, 4, 3, 2 give 75', () => {
  const criteria = [40, 30, 20, 10].map((weight, id) => ({ id: String(id), weight }));
  expect(totalOf(criteria, { 0: 5, 1: 4, 2: 3, 3: 2 })).toBe(75);
  expect(totalOf(criteria, { 0: 1, 1: 1, 2: 1, 3: 1 })).toBe(0);
  expect(totalOf(criteria, { 0: 5, 1: 5, 2: 5, 3: 5 })).toBe(100);
  expect(totalOf(criteria, { 0: 5, 1: 4, 2: 3 })).toBeUndefined();
});

test('the worked example', () => {
  const table = { P1: { A: 80, B: 60 }, P2: { A: 75, C: 70 }, P3: { B: 55, C: 75 } };
  const all = Object.entries({ ...table, P4: { A: 70, B: 50, C: 65 } });
  const reviews = all.flatMap(([entry, row]) =>
    Object.entries(row).map(([judge, total]) => ({ entry, judge, total })),
  );
  const { scores, leans, sigma } = scoreEntries(reviews);
  expect([...scores].map(([id, score]) => [id, twoDecimals(score)])).toEqual([
    ['P1', '70.72'],
    ['P2', '70.39'],
    ['P3', '66.39'],
    ['P4', '61.67'],
  ]);
  expect([...leans].map(([id, lean]) => [id, twoDecimals(lean)])).toEqual([
    ['A', '2.78'],
    ['B', '-4.22'],
    ['C', '1.44'],
  ]);
  expect(twoDecimals(sigma!)).toBe('9.73');
});

test('the solution is where no small change makes the sum smaller', () => {
  for (let world = 0; world < 50; world += 1) {
    const random = randomFrom(String(world + 1).padStart(64, '7'));
    const reviews = Array.from({ length: 30 }, (_, index) => ({
      entry: `e${index % 10}`,
      judge: `j${Math.floor(random() * 5)}`,
      total: Math.round(random() * 100),
    }));
    const { scores, leans } = scoreEntries(reviews);
    const sumOf = () =>
      reviews.reduce(
        (sum, { entry, judge, total }) =>
          sum + (total - scores.get(entry)! - leans.get(judge)!) ** 2,
        0,
      ) + [...leans.values()].reduce((sum, lean) => sum + 5 * lean ** 2, 0);
    const best = sumOf();
    for (const map of [scores, leans])
      for (const [id, value] of map)
        for (const step of [-0.01, 0.01]) {
          map.set(id, value + step);
          expect(sumOf()).toBeGreaterThan(best);
          map.set(id, value);
        }
  }
});

test('where everybody reads everything, the order is that of the plain means', () => {
  const random = randomFrom('ab'.repeat(32));
  const reviews = ['a', 'b', 'c', 'd', 'e'].flatMap((entry) =>
    ['x', 'y', 'z'].map((judge) => ({ entry, judge, total: Math.round(random() * 100) })),
  );
  const meanOf = (id: string) =>
    reviews.filter(({ entry }) => entry === id).reduce((sum, { total }) => sum + total, 0);
  const order = [...scoreEntries(reviews).scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'].sort((a, b) => meanOf(b) - meanOf(a)));
});

test('half is away from zero', () => {
  expect([0.005, 1.005, -1.005, 2.675].map(twoDecimals)).toEqual(['0.01', '1.01', '-1.01', '2.68']);
});

const entry = (id: string, score: number | undefined, lot = id) => ({ id, score, lot });

test('equals by lot, none without a score ranks, the line is halfway', () => {
  const entries = [entry('d', undefined), entry('c', 7000), entry('a', 8000), entry('b', 7000)];
  const rule = { places: 2, nearPoints: 0, nearTies: 'reason' as const };
  const ranking = rankEntries(entries, rule);
  expect(ranking.order).toEqual(['a', 'b', 'c', 'd']);
  expect([...ranking.ranks.values()]).toEqual([1, 2, 3]);
  expect([ranking.line, [...ranking.near]]).toEqual([7000, ['b', 'c']]);
  expect(rankEntries(entries, { ...rule, places: 3 }).line).toBeNull();
});

test('with lot, the near ones are ordered by lot among themselves', () => {
  const entries = [entry('z', 7100), entry('y', 7050), entry('a', 6950), entry('b', 5000)];
  const rule = { places: 2, nearPoints: 1, nearTies: 'lot' as const };
  const { order, line } = rankEntries(entries, rule);
  expect([line, order]).toEqual([7000, ['a', 'y', 'z', 'b']]);
});

describe('why an entry has its outcome', () => {
  const entry = (key: string, score: string, outcome: string, reason: string | null = null) => ({
    ...{ key, score, outcome, reason },
  });
  const explain = (near_ties: string, entries: ReturnType<typeof entry>[], line = '63.00') => {
    const ranked = entries.map((one, place) => ({ ...one, rank: place + 1 }));
    return explainOutcomes({ line, near_points: 2, near_ties, entries: ranked });
  };

  test('a lot among near ones decided: the loser has more points than the winner', () => {
    const { entries, lowest, ranked } = explain('lot', [
      entry('far', '80.00', 'selected'),
      entry('winner', '61.38', 'selected'),
      entry('loser', '64.75', 'not_selected'),
      entry('last', '40.00', 'not_selected'),
    ]);
    expect(['far', 'winner', 'loser', 'last'].map((key) => entries.get(key)!.byLot)).toEqual([
      ...[false, true, true, false],
    ]);
    expect([lowest, ranked]).toEqual(['61.38', 4]);
  });

  test('equal scores on both sides of the places were drawn too', () => {
    const { entries } = explain('reason', [
      entry('one', '70.00', 'selected'),
      entry('two', '65.00', 'selected'),
      entry('three', '65.00', 'not_selected'),
    ]);
    expect([...entries.values()].map(({ byLot }) => byLot)).toEqual([false, true, true]);
  });

  test('a reason stands where the outcome differs from the order', () => {
    const { entries } = explain('reason', [
      entry('one', '70.00', 'not_selected', 'The same idea twice.'),
      entry('two', '60.00', 'selected', 'A new market.'),
      entry('three', '50.00', 'not_selected', 'Written for nothing.'),
    ]);
    expect([...entries.values()].map(({ reason }) => reason)).toEqual([
      ...['The same idea twice.', 'A new market.', null],
    ]);
  });
});
