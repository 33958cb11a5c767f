import { expect, test } from 'vitest';
import { isSame, reconcile } from './draft-versions.ts';

const typed = { values: { name: 'Looms' }, savedAt: 2000, etag: '"1"', isSent: false };
const theirs = { values: { name: 'Kente' }, etag: '"2"', savedAt: 1000 };

test('both typed: the newer is shown, the other can be brought back', () => {
  const mineFirst = reconcile({ mine: typed, other: null }, theirs);
  expect(mineFirst.mine).toMatchObject({ values: typed.values, etag: '"2"', isSent: false });
  expect(mineFirst.other?.values).toEqual(theirs.values);
  const theirsFirst = reconcile({ mine: typed, other: null }, { ...theirs, savedAt: 3000 });
  expect(theirsFirst.mine).toMatchObject({ values: theirs.values, etag: '"2"', isSent: true });
  expect(theirsFirst.other).toEqual(typed);
});

test('what has been sent gives way to what another device saved after it', () => {
  const versions = reconcile({ mine: { ...typed, isSent: true }, other: null }, theirs);
  expect(versions).toMatchObject({ mine: { values: theirs.values }, other: null });
});

test('what nobody else has changed meanwhile goes on', () => {
  const mine = { ...typed, etag: '"2"' };
  expect(reconcile({ mine, other: null }, theirs)).toEqual({ mine, other: null });
});

test('a draft that has gone is offered, one that was never sent stays in the form', () => {
  const sent = { ...typed, isSent: true };
  expect(reconcile({ mine: sent, other: null }, null)).toEqual({ mine: null, other: sent });
  expect(reconcile({ mine: typed, other: null }, null).mine).toMatchObject({ etag: null });
});

test('a draft that only an upload has made takes what is typed', () => {
  const withoutInput = { values: {}, etag: '"1"', savedAt: 5000 };
  expect(reconcile({ mine: { ...typed, etag: null }, other: null }, withoutInput)).toEqual({
    mine: { ...typed, etag: '"1"' },
    other: null,
  });
});

test('a field that is not there is an empty one', () => {
  expect(isSame({ name: '' }, {})).toBe(true);
  expect(isSame({ name: 'a' }, {})).toBe(false);
});
