import { expect, test } from 'vitest';
import { isSame, putAside, reconcile } from './draft-versions.ts';

const typed = { values: { name: 'Looms' }, savedAt: 2000, etag: '"1"', isSent: false };
const theirs = { values: { name: 'Kente' }, etag: '"2"', savedAt: 1000 };

test('both typed: the newer is shown, the other can be brought back', () => {
  const mineFirst = reconcile({ mine: typed, others: [] }, theirs);
  expect(mineFirst.mine).toMatchObject({ values: typed.values, etag: '"2"', isSent: false });
  expect(mineFirst.others[0]?.values).toEqual(theirs.values);
  const theirsFirst = reconcile({ mine: typed, others: [] }, { ...theirs, savedAt: 3000 });
  expect(theirsFirst.mine).toMatchObject({ values: theirs.values, etag: '"2"', isSent: true });
  expect(theirsFirst.others[0]).toEqual(typed);
});

test('of several versions none pushes another out, and none is there twice', () => {
  const older = { values: { name: 'Boats' }, savedAt: 500 };
  const { others } = reconcile({ mine: typed, others: [older] }, theirs);
  expect(others.map(({ values }) => values)).toEqual([{ name: 'Kente' }, { name: 'Boats' }]);
  const again = putAside({ mine: typed, others }, older, typed);
  expect(again.others.map(({ values }) => values)).toEqual([{ name: 'Boats' }, { name: 'Kente' }]);
});

test('what has been sent gives way to what another device saved after it', () => {
  const versions = reconcile({ mine: { ...typed, isSent: true }, others: [] }, theirs);
  expect(versions).toMatchObject({ mine: { values: theirs.values }, others: [] });
});

test('what nobody else has changed meanwhile goes on', () => {
  const mine = { ...typed, etag: '"2"' };
  expect(reconcile({ mine, others: [] }, theirs)).toEqual({ mine, others: [] });
});

test('a draft that has gone is offered, one that was never sent stays in the form', () => {
  const sent = { ...typed, isSent: true };
  expect(reconcile({ mine: sent, others: [] }, null)).toEqual({ mine: null, others: [sent] });
  expect(reconcile({ mine: typed, others: [] }, null).mine).toMatchObject({ etag: null });
});

test('a draft that only an upload has made takes what is typed', () => {
  const withoutInput = { values: {}, etag: '"1"', savedAt: 5000 };
  expect(reconcile({ mine: { ...typed, etag: null }, others: [] }, withoutInput)).toEqual({
    mine: { ...typed, etag: '"1"' },
    others: [],
  });
});

test('a field that is not there is an empty one', () => {
  expect(isSame({ name: '' }, {})).toBe(true);
  expect(isSame({ name: 'a' }, {})).toBe(false);
});
