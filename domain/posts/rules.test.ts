import { expect, test } from 'vitest';
import { chooseSlug, describePublication, readCategory, slugOf } from './rules.ts';

test.each([
  ['Pitch Trek opens in Tamale', 'pitch-trek-opens-in-tamale'],
  ['  Two   spaces\tand\na line ', '-two-spaces-and-a-line-'],
  ["What's new? 100% Ghana!", 'whats-new-100-ghana'],
  ['snake_case-and-hyphen', 'snake_case-and-hyphen'],
  ['Ɛkɔm de me', 'km-de-me'],
  ['???', ''],
  ['! !', ''],
])('%j has the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a second post with the same slug gets -2, an empty one its id', () => {
  expect(chooseSlug('News', 'id', new Set())).toBe('news');
  expect(chooseSlug('News', 'id', new Set(['news']))).toBe('news-2');
  expect(chooseSlug('News', 'id', new Set(['news', 'news-2', 'news-4']))).toBe('news-3');
  expect(chooseSlug('!!!', 'id', new Set(['']))).toBe('id');
});

test('a category is read in any case', () => {
  expect([
    readCategory('press_release'),
    readCategory('Blog'),
    readCategory('all'),
    readCategory('x'),
  ]).toEqual(['PRESS_RELEASE', 'BLOG', undefined, undefined]);
});

test('is_published is shown as Published or Unpublished', () => {
  expect([describePublication(true), describePublication(false)]).toEqual([
    'Published',
    'Unpublished',
  ]);
});
