import { expect, test } from 'vitest';
import { renderDocument } from './html.ts';

test('pages of the server follow the font size of the browser; their ways on have room for a finger', () => {
  const [style] = /<style>.*<\/style>/s.exec(renderDocument('Title', '<h1>Title</h1>'))!;
  expect(style).not.toMatch(/font(-size)?:[^;}]*\dpx/);
  expect(style).toMatch(/\.way a\{display:inline-block;padding:\.55rem/);
});
