import { expect, test } from 'vitest';
import type { Image } from '#domain/posts/schema.ts';
import { moveItem } from '#app/editing/order/move-item.ts';
import { galleryParts, isChanged, storedItems } from './gallery-items.ts';

const stored = ['a', 'b', 'c'].map((key) => ({ key }) as Image);
const items = storedItems(stored);

test('a picture goes to another place, and the others close up', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveItem(['a', 'b', 'c'], 0, 3)).toEqual(['a', 'b', 'c']);
});

test('another order alone is a change, and is sent as it stands', () => {
  expect(isChanged(items, stored)).toBe(false);
  const moved = moveItem(items, 2, 0);
  expect(isChanged(moved, stored)).toBe(true);
  expect(galleryParts(moved, stored)).toEqual(['c', 'a', 'b']);
});
