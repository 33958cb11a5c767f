import { describe, expect, test } from 'vitest';
import { differingIn, mergeVersions, orderVersions, timeOf, type Version } from './pitch-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 8, 11, 9, minute));
const rule = { criteria: [{ id: 'a' }, { id: 'b' }], comments: 'optional' } as const;

let seq = 0;
const version = (minute: number, said: Version['said'], more: Partial<Version> = {}): Version => ({
  ...{ seq: (seq += 1), time: at(minute), device: null, n: null, said },
  ...more,
});

describe('the time of a version', () => {
  test('is when it was written, put right where the clock is wrong, and never later than now', () => {
    expect(timeOf(at(1), at(5), at(6))).toEqual(at(1));
    expect(timeOf(at(1), undefined, at(6))).toEqual(at(1));
    const in1970 = new Date(60_000);
    expect(timeOf(in1970, new Date(6 * 60_000), at(20))).toEqual(at(15));
    const nextYear = new Date(Date.UTC(2027, 8, 11, 9, 10));
    expect(timeOf(nextYear, new Date(Date.UTC(2027, 8, 11, 9, 12)), at(30))).toEqual(at(28));
    expect(timeOf(nextYear, at(30), at(30))).toEqual(at(30));
  });
});

describe('versions are merged in the order of their times', () => {
  test('field by field, whatever the order of arrival', () => {
    const all = [
      version(3, { scores: { a: 3 } }),
      version(1, { scores: { a: 1, b: 1 }, strength: 'First' }),
      version(2, { scores: { a: 2 }, next_step: 'Second' }),
    ];
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [1, 0, 2],
    ];
    for (const order of orders) {
      const merged = mergeVersions(
        rule,
        order.map((place, received) => ({ ...all[place]!, seq: received })),
        [],
      );
      expect(merged).toMatchObject({
        ...{ scores: { a: 3, b: 1 }, strength: 'First', next_step: 'Second' },
        ...{ isWhole: true, isNotHeard: false },
      });
    }
  });

  test('of one device a higher number is later, whatever its clock says', () => {
    const phone = { device: 'phone' };
    const first = version(10, { scores: { a: 1 } }, { ...phone, n: 1 });
    const second = version(0, { scores: { a: 2 } }, { ...phone, n: 2, time: new Date(0) });
    const other = version(5, { scores: { a: 5 } }, { device: 'laptop', n: 9 });
    for (const all of [
      [first, second, other],
      [other, second, first],
      [second, other, first],
    ])
      expect(orderVersions(all)).toEqual([other, first, second]);
  });

  test('equal ones as they were received, as one order for all', () => {
    const same = (device: string, n: number, received: number) =>
      version(1, {}, { device, n, seq: received });
    const [a, b, c] = [same('one', 1, 3), same('two', 1, 2), same('one', 2, 1)];
    for (const all of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
      [c, a, b],
    ])
      expect(orderVersions(all)).toEqual([b, a, c]);
  });

  test('who did not hear it counts for nothing, until there are later scores', () => {
    const scored = version(1, { scores: { a: 1, b: 2 } });
    const unheard = version(2, { not_heard: true });
    const noted = version(3, { note: 'I was late.' });
    expect(mergeVersions(rule, [unheard, scored, noted], []).isNotHeard).toBe(true);
    const later = version(4, { scores: { a: 4 } });
    expect(mergeVersions(rule, [later, unheard, scored], [])).toMatchObject({
      ...{ isNotHeard: false, scores: { a: 4, b: 2 } },
    });
  });

  test('the judge wins over paper, which fills what is missing', () => {
    const own = version(1, { scores: { a: 5 } });
    expect(mergeVersions(rule, [own], [{ scores: { a: 1 } }, { scores: { b: 2 } }])).toMatchObject({
      ...{ scores: { a: 5, b: 2 }, isWhole: true },
    });
  });

  test('comments may be required, and what was whole stays so', () => {
    const strict = { ...rule, comments: 'required' } as const;
    const scores = version(1, { scores: { a: 1, b: 2 } });
    const texts = version(2, { strength: 'Clear', next_step: 'Costs' });
    const emptied = version(3, { strength: '' });
    expect(mergeVersions(strict, [scores], []).isWhole).toBe(false);
    expect(mergeVersions(strict, [scores, texts, emptied], []).isWhole).toBe(true);
  });
});

test('two sheets differ where both have a score and it is another one', () => {
  const { criteria } = rule;
  expect(differingIn(criteria, { scores: { a: 1, b: 2 } }, { scores: { a: 1, b: 3 } })).toEqual([
    'b',
  ]);
  expect(differingIn(criteria, { scores: { a: 1 } }, { scores: { b: 3 } })).toEqual([]);
  expect(differingIn(criteria, { not_heard: true }, { scores: { a: 1 } })).toEqual(['a', 'b']);
  expect(differingIn(criteria, { not_heard: true }, { not_heard: true })).toEqual([]);
});
