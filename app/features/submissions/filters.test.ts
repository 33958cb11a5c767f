import { expect, test } from 'vitest';
import { summaryFilters } from '#domain/reviews/schema.ts';
import { paths } from '#app/paths.ts';
import { FILTERS, isFiltered, proposalPath, readFilters, readList, readView } from './filters.ts';

const address = (text: string) => new URLSearchParams(text);

/** By questions of a program, as `answer.{id}`. */
const BY_ANSWER = 'answer';

test('every filter of the list is one of the API, and the other way round', () =>
  expect([...FILTERS, BY_ANSWER].sort()).toEqual(Object.keys(summaryFilters.shape).sort()));

test('only what the API knows is asked for, without what is empty', () => {
  expect(
    readFilters(
      address('q=%20shea%20&sector=Mining&region=&sort=-region&page=3&size=50&unread=true&other=1'),
    ),
  ).toEqual({ q: 'shea', sector: 'Mining', sort: '-region', unread: 'true' });
});

test('answers to questions are filters too, by the id of the question', () => {
  const search = address('answer.7=true&answer.=&program_id=3&answers=1&page=2');
  expect(readFilters(search)).toEqual({ program_id: '3', 'answer.7': 'true' });
  expect(isFiltered(address('answer.7=Cocoa'))).toBe(true);
  expect(readList(search)).toBe('program_id=3&answer.7=true&page=2');
});

test('a search narrows the list; a sort does not', () => {
  expect(isFiltered(address('q=shea'))).toBe(true);
  expect(isFiltered(address('decision=undecided'))).toBe(true);
  expect(isFiltered(address('sort=region&page=2&size=25'))).toBe(false);
});

test('a proposal keeps the list that it was opened from, a view all but its page', () => {
  const search = address('page=2&size=25&sector=Entertainment+%26+Tourism&other=1');
  const list = readList(search);
  expect(list).toBe('sector=Entertainment+%26+Tourism&size=25&page=2');
  expect(readView(search)).toBe('sector=Entertainment+%26+Tourism&size=25');
  const path = proposalPath('7', list, 12);
  expect(path).toBe(
    '/dashboard/admin/view-proposal/7?list=sector%3DEntertainment%2B%2526%2BTourism%26size%3D25%26page%3D2&at=12',
  );
  expect(new URL(path, 'http://x').searchParams.get('list')).toBe(list);
  expect(proposalPath('7', '', 1)).toBe('/dashboard/admin/view-proposal/7?at=1');
  expect(paths.submissions()).toBe('/dashboard/admin/submissions');
});
