import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Image, ImageVariant } from '#domain/posts/schema.ts';
import { sweepFiles } from '#server/jobs/housekeeping.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { createPost, postForm } from '#tests/factories.ts';
import { picture } from '#tests/image-samples.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let small: File;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    small = await picture();
  });
  afterAll(() => app.close());

  const create = (fields?: Record<string, string>, gallery: (File | string)[] = [small]) =>
    createPost(admin, { fields, featured: small, gallery });
  const load = (url: string) => fetch(app.url + url);
  const storedFiles = async () => {
    const keys: string[] = [];
    for await (const { key } of app.services.files.list('media/')) keys.push(key);
    return keys;
  };
  const staged = () => readdirSync(app.services.stagingDir);
  const filesOf = (post: { featured_media: Image; gallery_media: Image[] }) =>
    [post.featured_media, ...post.gallery_media].flatMap((image) => [
      image.key,
      ...image.variants.map(({ key }) => key),
      ...(image.cards ?? []).map(({ key }) => key),
    ]);

  test('a post comes out with its pictures in three widths, upright, in two modern formats and as JPEG', async () => {
    const big = await picture({ width: 2400, height: 1200, orientation: 6 });
    const { status, body } = await admin.post(
      '/cms/',
      postForm({
        featured: big,
        gallery: [small, await picture({ width: 500, height: 500, format: 'png' })],
      }),
    );
    expect(status).toBe(201);
    expect(body.featured_image).toBe(body.featured_media.key);
    expect([body.featured_media.width, body.featured_media.height]).toEqual([1000, 2000]);
    expect(body.featured_media.color).toMatch(
      /^#c[5-9a-b]6[0-9a-f]1[0-9a-f]|^#c[5-9a-b]6[0-9a-f]2[0-9a-f]/,
    );
    expect(
      body.featured_media.variants.map(({ type, width }: ImageVariant) => `${width} ${type}`),
    ).toEqual([
      '400 image/avif',
      '400 image/webp',
      '800 image/avif',
      '800 image/webp',
      '1000 image/avif',
      '1000 image/webp',
    ]);
    expect(
      body.gallery_media.map(({ variants }: Image) => [
        ...new Set(variants.map(({ width }) => width)),
      ]),
    ).toEqual([[64], [400, 500]]);
    for (const { url, width, height, type } of body.featured_media.variants) {
      const answer = await load(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect([facts.width, facts.height]).toEqual([width, height]);
    }
  });

  test('a featured image is cut to the shape of its card too, and not enlarged', async () => {
    const tall = await picture({ width: 900, height: 1800 });
    const low = await picture({ width: 900, height: 300 });
    const sizes = async (post: { featured_media: Image }) => {
      const pictures: string[] = [];
      for (const { url, width, height, type } of post.featured_media.cards ?? []) {
        const answer = await load(url);
        const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        expect([facts.width, facts.height]).toEqual([width, height]);
        pictures.push(`${width} x ${height} ${type}`);
      }
      return pictures;
    };
    const post = await createPost(admin, { featured: tall, gallery: [tall] });
    expect(await sizes(post)).toEqual([
      '400 x 240 image/avif',
      '400 x 240 image/webp',
      '800 x 480 image/avif',
      '800 x 480 image/webp',
    ]);
    expect(post.gallery_media[0]).not.toHaveProperty('cards');
    expect(await sizes(await createPost(admin, { featured: low, gallery: [small] }))).toEqual([
      '400 x 240 image/avif',
      '400 x 240 image/webp',
    ]);
    expect(await storedFiles()).toEqual(
      expect.arrayContaining(
        post.featured_media.cards.map(({ key }: ImageVariant) => `media/${key}`),
      ),
    );
    await admin.delete(`/cms/${post.id}`);
    expect(
      (await storedFiles()).filter((key) => key.includes(post.featured_image.split('/')[0])),
    ).toEqual([]);
  });

  test('a picture is public, never changes, runs nothing, and has lost what the camera wrote into it', async () => {
    const post = await create({ is_published: 'false' });
    expect(post.gallery_images).toEqual(post.gallery_media.map(({ key }: Image) => key));
    expect(post.gallery_media[0].url).toBe(`/media/${post.gallery_images[0]}`);
    const answer = await load(post.gallery_media[0].url);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'cache-control',
          'x-content-type-options',
          'content-security-policy',
          'cross-origin-resource-policy',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Buffer.from(await small.arrayBuffer()).includes('SECRET-PLACE')).toBe(true);
    expect([bytes.includes('SECRET-PLACE'), (await sharp(bytes).metadata()).exif]).toEqual([
      false,
      undefined,
    ]);
    const repeated = await fetch(app.url + post.gallery_media[0].url, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect(repeated.status).toBe(304);
    for (const path of [
      'nothing.jpg',
      `${crypto.randomUUID()}/full.jpg`,
      '..%2fstaging%2fx',
      '%2e%2e%2fpitch-trek.sqlite',
      `${crypto.randomUUID()}/../full.jpg`,
    ])
      expect((await load(`/media/${path}`)).status).toBe(404);
  });

  test('a change keeps, removes, reorders and adds pictures; files go only when no post has them', async () => {
    const [a, b] = [await picture({ color: '#ff0000' }), await picture({ color: '#00ff00' })];
    const post = await create({}, [a, b]);
    const [red, green] = post.gallery_media as Image[];
    const { body: changed } = await admin.patch(
      `/cms/${post.id}`,
      postForm({ gallery: [green!.key, await picture({ color: '#0000ff' })] }),
    );
    expect(changed.gallery_media.map(({ key }: Image) => key)).toEqual([
      green!.key,
      expect.any(String),
    ]);
    expect(changed.featured_image).toBe(post.featured_image);
    expect([
      (await load(red!.url)).status,
      (await load(green!.url)).status,
      (await load(changed.gallery_media[1].url)).status,
    ]).toEqual([404, 200, 200]);
    const untouched = await admin.patch(`/cms/${post.id}`, { title: 'Only words' });
    expect(untouched.body.gallery_media).toEqual(changed.gallery_media);
    const texts = await admin.patch(`/cms/${post.id}`, {
      gallery_images: [changed.gallery_media[1], green!.url, 'https://example.com/a.jpg'],
    });
    expect(texts.body.gallery_media.map(({ url }: Image) => url)).toEqual([
      changed.gallery_media[1].url,
      green!.url,
      'https://example.com/a.jpg',
    ]);
    const replaced = await admin.patch(`/cms/${post.id}`, postForm({ featured: a }));
    expect([
      replaced.body.featured_image === post.featured_image,
      (await load(post.featured_media.url)).status,
    ]).toEqual([false, 404]);
    for (const gallery_images of [
      ['other/full.jpg'],
      [post.gallery_media[0].key],
      ['javascript:alert(1)'],
    ])
      expect((await admin.patch(`/cms/${post.id}`, { gallery_images })).body.fields).toHaveProperty(
        'gallery_images',
      );
    const emptied = postForm();
    emptied.append('gallery_images', '');
    expect((await admin.patch(`/cms/${post.id}`, emptied)).body.message).toBe(
      'Please upload at least one gallery image.',
    );
  });

  test('deleting a post deletes its files; the sweep deletes strays and nothing else', async () => {
    const [remaining, deleted] = [await create(), await create()];
    const before = await storedFiles();
    expect(filesOf(deleted).every((key) => before.includes(`media/${key}`))).toBe(true);
    expect((await admin.delete(`/cms/${deleted.id}`)).status).toBe(204);
    expect((await load(deleted.featured_media.url)).status).toBe(404);
    const after = await storedFiles();
    expect(after).toHaveLength(before.length - filesOf(deleted).length);
    await app.services.db.read.deleteFrom('posts').where('id', '=', remaining.id).execute();
    const unrelated = after.filter(
      (key) => !filesOf(remaining).includes(key.slice('media/'.length)),
    );
    app.pass(7 * 3600);
    const config = { ...app.services.config, sweepKeepDays: 0 };
    await sweepFiles({ ...app.services, config });
    expect((await storedFiles()).sort()).toEqual(unrelated.sort());
    app.pass(-7 * 3600);
  });

  test('two admins who save the same post: the second is told, and leaves no picture behind', async () => {
    const post = await create();
    const etag = (await admin.get(`/cms/${post.id}`)).headers.get('etag')!;
    const before = (await storedFiles()).length;
    const save = () =>
      admin.patch(`/cms/${post.id}`, postForm({ featured: small }), {
        headers: { 'if-match': etag },
      });
    expect((await Promise.all([save(), save()])).map(({ status }) => status).sort()).toEqual([
      200, 412,
    ]);
    expect(await storedFiles()).toHaveLength(before);
    expect(staged()).toEqual([]);
  });
});
