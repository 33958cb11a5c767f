import { expect, test } from 'vitest';
import { proposalPath } from '#app/features/submissions/filters.ts';
import { extendPart, nextStart, readList, stepsOf } from './read-list.ts';

const read = (query: string) => readList(new URLSearchParams(query));
const part = { start: 10, total: 40, ids: ['a', 'b', 'c'] };

test('the address carries the list, with its filters and the place in it', () => {
  const list = 'q=shea&decision=undecided&sort=-region&page=3&limit=25&columns=name';
  expect(read(`list=${encodeURIComponent(list)}&at=61`)).toEqual({
    text: list,
    filters: { q: 'shea', decision: 'undecided', sort: '-region' },
    place: 61,
  });
  expect(read(`list=${encodeURIComponent(list)}`)?.place).toBe(51);
});

test('an unfiltered list is a list; a missing one is not', () => {
  expect(read('list=')).toEqual({ text: '', filters: {}, place: 1 });
  expect(read('list=&at=nonsense')?.place).toBe(1);
  expect(read('')).toBeNull();
});

test('a row of the list of everything leads to its place in it', () => {
  const { searchParams } = new URL(proposalPath('7', '', 12), 'http://localhost');
  expect(readList(searchParams)).toEqual({ text: '', filters: {}, place: 12 });
});

test('the proposals before and after one in the middle', () =>
  expect(stepsOf(part, 'b', 12)).toEqual({
    place: 12,
    total: 40,
    isListed: true,
    previous: { id: 'a', place: 11 },
    next: { id: 'c', place: 13 },
  }));

test('the first has none before it, and the last none after it', () => {
  expect(stepsOf(part, 'a', 11)).toMatchObject({ place: 11, next: { id: 'b' } });
  expect(stepsOf(part, 'a', 11)).not.toHaveProperty('previous');
  expect(stepsOf(part, 'c', 13)).not.toHaveProperty('next');
});

test('one that has left the list gives its place to the next', () =>
  expect(stepsOf(part, 'gone', 12)).toMatchObject({
    place: 12,
    isListed: false,
    previous: { id: 'a' },
    next: { id: 'b' },
  }));

test('one moved by a new submission is found at its new place', () =>
  expect(stepsOf(part, 'c', 11)).toMatchObject({ place: 13, previous: { id: 'b' } }));

test('after decisions have shortened the list, paging continues without gaps or repeats', () => {
  expect(nextStart(part, 40)).toBe(13);
  expect(nextStart(part, 38)).toBe(11);
  expect(nextStart(part, 50)).toBe(13);
  expect(extendPart(part, ['c', 'd', 'e'])).toEqual({ ...part, ids: ['a', 'b', 'c', 'd', 'e'] });
});
