import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { isFiltered, proposalPath, readFilters } from './filters.ts';

const address = (text: string) => new URLSearchParams(text);

test('only what the API knows is asked for, without what is empty', () => {
  expect(
    readFilters(address('q=%20shea%20&sector=Mining&region=&sort=-region&page=3&other=1')),
  ).toEqual({ q: 'shea', sector: 'Mining', sort: '-region' });
});

test('a search narrows the list; a sort does not', () => {
  expect(isFiltered(address('q=shea'))).toBe(true);
  expect(isFiltered(address('sort=region&page=2'))).toBe(false);
});

test('a proposal keeps the list that it was opened from', () => {
  expect(proposalPath('7', { sector: 'Entertainment & Tourism' }, 12)).toBe(
    '/dashboard/admin/view-proposal/7?list=sector%3DEntertainment%2B%2526%2BTourism&at=12',
  );
  expect(paths.submissions()).toBe('/dashboard/admin/submissions');
});
