import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { postForm } from '#tests/factories.ts';
import { bomb, picture, svg, truncated } from '#tests/image-samples.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { startS3 } from '#tests/servers/s3.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ MAX_UPLOAD_MB: '2', MEDIA_URL: 'https://cdn.example.com/pictures' });
  admin = await app.signIn({ role: 'admin' });
});
afterAll(() => app.close());

const sendFeatured = async (file: File) =>
  admin.post('/cms/', postForm({ featured: file, gallery: [await picture()] }));

async function nothingLeft(): Promise<void> {
  expect(readdirSync(app.services.stagingDir)).toEqual([]);
  for await (const { key } of app.services.files.list('media/')) expect.fail(`left: ${key}`);
  expect((await admin.get('/cms/')).body).toEqual([]);
}

test.each<[string, () => Promise<File> | File, RegExp]>([
  ['an SVG', svg, /^The featured image "kente\.svg" is not an image that can be shown here\./],
  [
    'an SVG with another name',
    () => new File([svg()], 'a.png', { type: 'image/png' }),
    /^The featured image "a\.png" is not an image/,
  ],
  [
    'a PDF',
    async () => new File([new Uint8Array(await makePdf())], 'deck.jpg'),
    /^The featured image "deck\.jpg" is not an image/,
  ],
  ['20,000 x 20,000 pixels', bomb, /^The featured image "walls\.png" has too many pixels/],
  ['half a file', truncated, /^The featured image "half\.jpg" is damaged/],
  [
    'an empty file',
    () => new File([], 'empty.jpg'),
    /^The featured image "empty\.jpg" is not an image/,
  ],
])('refuses %s by its content, naming it, and leaves nothing', async (_name, file, sentence) => {
  const { status, body } = await sendFeatured(await file());
  expect([status, body.code]).toEqual([415, 'wrong_type']);
  expect(body.message).toMatch(sentence);
  await nothingLeft();
});

test('one bad picture in the gallery refuses the post, and the good ones go again', async () => {
  const { status, body } = await admin.post(
    '/cms/',
    postForm({ featured: await picture(), gallery: [await picture(), svg(), await picture()] }),
  );
  expect([status, body.message]).toEqual([
    415,
    expect.stringMatching(/^The gallery image "kente\.svg" is not/),
  ]);
  await nothingLeft();
});

test('refuses a file that is too large while it comes in', async () => {
  const { status, body } = await sendFeatured(
    new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'large.jpg'),
  );
  expect([status, body.message]).toEqual([
    413,
    'The featured image "large.jpg" is larger than 2 MB. Choose a smaller file and try again.',
  ]);
  await nothingLeft();
});

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'takes %s, and shows it at the content-delivery host',
  async (format) => {
    const { status, body } = await sendFeatured(await picture({ format }));
    expect([status, body.featured_media.url]).toEqual([
      201,
      `https://cdn.example.com/pictures/${body.featured_image}`,
    ]);
    const stored = await (await fetch(`${app.url}/media/${body.featured_image}`)).arrayBuffer();
    expect((await sharp(Buffer.from(stored)).metadata()).format).toBe('jpeg');
    expect((await admin.delete(`/cms/${body.id}`)).status).toBe(204);
  },
);

test('a visitor cannot upload, and is told before anything is read', async () => {
  const { status } = await app.visitor.post('/cms/', postForm({ featured: await picture() }));
  expect(status).toBe(401);
  await nothingLeft();
});

test('pictures live in a bucket as well as on a disk', async () => {
  const s3 = await startS3();
  const other = await createTestApp(s3.env);
  const person = await other.signIn({ role: 'admin' });
  const { status, body } = await person.post(
    '/cms/',
    postForm({ featured: await picture(), gallery: [await picture()] }),
  );
  expect(status).toBe(201);
  const url = `${other.url}/media/${body.featured_image}`;
  expect((await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()).width).toBe(
    64,
  );
  await person.delete(`/cms/${body.id}`);
  expect((await fetch(url)).status).toBe(404);
  await other.close();
  await s3.stop();
});
