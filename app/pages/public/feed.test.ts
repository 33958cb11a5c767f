import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderContext } from '#app/render-context.ts';
import { loader } from './feed.ts';

const POST = {
  id: '0199',
  title: 'Salt',
  slug: 'salt',
  category: 'NEWS',
  is_published: true,
  gallery_images: [],
  gallery_media: [],
  body: '<p><a href="/contact-us">Ask</a> or <a href="#how">read</a>, <a href="https://example.com/">elsewhere</a></p><img src="/media/salt.jpg" alt="" />',
  published_at: '2026-11-01T00:00:00.000Z',
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-02T00:00:00.000Z',
};

async function readFeed(posts: object[]): Promise<string> {
  const context = new RouterContextProvider();
  context.set(renderContext, {
    api: async () => Response.json(posts),
    nonce: '',
    maxUploadMegabytes: 20,
  });
  const response = await loader({
    context,
    request: new Request('http://odum.test/feed.xml'),
  } as unknown as Parameters<typeof loader>[0]);
  return response.text();
}

test('links and pictures of a post work in a feed reader', async () => {
  const feed = await readFeed([POST]);
  expect(feed).toContain('<entry xml:base="http://odum.test/post/NEWS/salt">');
  for (const address of [
    'http://odum.test/contact-us',
    '#how',
    'https://example.com/',
    'http://odum.test/media/salt.jpg',
  ])
    expect(feed).toContain(`=&quot;${address}&quot;`);
});

test('a feed without posts does not claim a change in 1970', async () => {
  const [, updated] = /<updated>(.+?)<\/updated>/.exec(await readFeed([])) ?? [];
  expect(Date.now() - Date.parse(updated!)).toBeLessThan(60_000);
});
