import { expect, test } from 'vitest';
import { setAside } from './later.ts';

const page = (sheet: string, other: string, script: string, data: string) =>
  `<head><link ${sheet} href="/assets/public-a.css"/><link nonce="n" ${other} href="/assets/style-b.css"/><link ${other.replace('stylesheet', 'modulepreload')} href="/assets/react-c.js"/><link rel="icon" href="data:,"/></head><body><script nonce="n">${data}</script><script nonce="n" ${script} async="">import "/assets/react-c.js";</script></body>`;

test('modules and sheets wait, except the sheet that the first paint needs', () => {
  const data = 'enqueue("\\u003clink rel=\\"modulepreload\\" type=\\"module\\"")';
  expect(
    setAside(
      page('rel="stylesheet"', 'rel="stylesheet"', 'type="module"', data),
      '/assets/public-a.css',
    ),
  ).toBe(page('rel="stylesheet"', 'data-rel="stylesheet"', 'type="later"', data));
});
