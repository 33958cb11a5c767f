import { expect, test } from 'vitest';
import type { Image } from '#domain/posts/schema.ts';
import { storedItems } from './gallery-items.ts';
import { comparePosts } from './post-conflict.ts';

const image = (key: string): Image => ({
  key,
  url: key,
  width: 1,
  height: 1,
  color: null,
  variants: [],
});
const text = {
  title: 'Trek',
  category: 'NEWS',
  body: '',
  is_published: true,
  publish_at: null,
} as const;
const began = { ...text, featured_media: image('stage'), gallery_media: [image('a'), image('b')] };
const mine = { ...text, featured: null, alts: {}, gallery: storedItems(began.gallery_media) };

test('untouched pictures are no difference', () => {
  expect(comparePosts(began, began, mine)).toEqual([]);
});

test('another featured image and as many other gallery images are named', () => {
  const theirs = {
    ...began,
    featured_media: image('crowd'),
    gallery_media: [image('a'), image('c')],
  };
  expect(comparePosts(began, theirs, mine)).toEqual([
    { label: 'Featured image', theirs: 'Another image', mine: 'Not changed' },
    { label: 'Gallery images', theirs: '2 images, changed', mine: 'Not changed' },
  ]);
});

test('own new pictures are named too', () => {
  const featured = new File(['x'], 'again.jpg');
  const gallery = [
    ...mine.gallery,
    { id: 'new', file: new File(['x'], 'market.jpg'), refusal: undefined },
  ];
  expect(comparePosts(began, began, { ...mine, featured, gallery })).toEqual([
    { label: 'Featured image', theirs: 'Not changed', mine: 'again.jpg' },
    { label: 'Gallery images', theirs: 'Not changed', mine: '3 images, changed by you' },
  ]);
});
