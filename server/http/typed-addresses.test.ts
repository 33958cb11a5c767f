/** An address typed by a user is shown, linked or refused; this server never fetches it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp } from '#tests/app.ts';
import { createPost, enquiryInput, programInput } from '#tests/factories.ts';

test('no address in a picture, a link or a text is fetched, when it is stored or when it is shown', async () => {
  let requestCount = 0;
  const other = createServer((_, response) => response.end(String((requestCount += 1))));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/picture.png`;
  const markup = `<p><a href="${address}">There</a> <img src="${address}"></p>`;
  const app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const post = await createPost(admin, {
    featured: address as never,
    gallery: [address],
    fields: { body: markup },
  });
  const { body: program } = await admin.post('/programs/', programInput({ description: markup }));
  await app.visitor.post('/contact_forms/', enquiryInput({ message: address }));
  for (const path of [
    '/',
    '/feed.xml',
    '/post/all',
    `/post/NEWS/${post.slug}`,
    `/national-pitch-trek/programs/${program.id}`,
  ]) {
    const html = await (await fetch(app.url + path)).text();
    const preview = /property="og:image" content="([^"]+)"/.exec(html)?.[1];
    if (preview) await fetch(app.url + new URL(preview).pathname);
  }
  expect(requestCount).toBe(0);
  expect((await fetch(address)).status).toBe(200);
  expect(requestCount).toBe(1);
  await app.close();
  other.close();
});
