import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Image, ImageVariant } from '#domain/posts/schema.ts';
import { sweepFiles } from '#server/jobs/housekeeping.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertPost, postForm } from '#tests/factories.ts';
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

  const create = async (
    fields: Record<string, string> = {},
    gallery: (File | string)[] = [small],
  ) => {
    const answer = await admin.post('/cms/', postForm({ fields, featured: small, gallery }));
    expect(answer.text).toContain('"id"');
    return answer.body;
  };
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
    const again = await fetch(app.url + post.gallery_media[0].url, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    for (const path of [
      'nothing.jpg',
      `${crypto.randomUUID()}/full.jpg`,
      '..%2fstaging%2fx',
      '%2e%2e%2fpitch-trek.sqlite',
      `${crypto.randomUUID()}/../full.jpg`,
    ])
      expect((await load(`/media/${path}`)).status).toBe(404);
  });

  test('drafts are for admins only: in lists, by id, by slug, in any order of asking', async () => {
    const draft = await create({ is_published: 'false', title: `Draft ${engine}` });
    const applicant = await app.signIn({ role: 'applicant' });
    const ids = async (person: Person, query = '') =>
      (await person.get(`/cms/${query}`)).body.map(({ id }: { id: string }) => id);
    for (const person of [admin, app.visitor, applicant, admin, app.visitor]) {
      for (const query of ['', '?is_published=false', `?slug=${draft.slug}`])
        expect((await ids(person, query)).includes(draft.id)).toBe(person === admin);
      expect((await person.get(`/cms/${draft.id}`)).status).toBe(person === admin ? 200 : 404);
    }
    expect((await app.visitor.get(`/cms/${draft.id}`)).body.message).toBe('Post Not Found');
    await admin.patch(`/cms/${draft.id}`, { is_published: true });
    expect(await ids(app.visitor)).toContain(draft.id);
    await admin.patch(`/cms/${draft.id}`, { is_published: 'false' });
    expect(await ids(app.visitor)).not.toContain(draft.id);
  });

  test('the slug follows the title until the post is first published, and is never taken twice', async () => {
    const title = `Trek in ${engine}!`;
    const [first, second] = await Promise.all([
      create({ title, is_published: 'false' }),
      create({ title, is_published: 'false' }),
    ]);
    expect([first.slug, second.slug].sort()).toEqual([`trek-in-${engine}`, `trek-in-${engine}-2`]);
    expect((await create({ title: '!!!' })).slug).toMatch(/^[0-9a-f-]{36}$/);
    const patch = async (input: object) => (await admin.patch(`/cms/${first.id}`, input)).body;
    expect((await patch({ title: `New words ${engine}` })).slug).toBe(`new-words-${engine}`);
    const published = await patch({ title: `Last words ${engine}`, is_published: true });
    expect([published.slug, published.published_at]).toEqual([
      `last-words-${engine}`,
      expect.any(String),
    ]);
    expect((await patch({ title: 'Other', is_published: false })).slug).toBe(published.slug);
    expect((await app.visitor.get(`/cms/?slug=${published.slug.toUpperCase()}`)).body).toEqual([]);
    await patch({ is_published: true });
    expect((await app.visitor.get(`/cms/?slug=${published.slug.toUpperCase()}`)).body[0].id).toBe(
      first.id,
    );
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
    const [kept, gone] = [await create(), await create()];
    const before = await storedFiles();
    expect(filesOf(gone).every((key) => before.includes(`media/${key}`))).toBe(true);
    expect((await admin.delete(`/cms/${gone.id}`)).status).toBe(204);
    expect((await load(gone.featured_media.url)).status).toBe(404);
    const after = await storedFiles();
    expect(after).toHaveLength(before.length - filesOf(gone).length);
    await app.services.db.read.deleteFrom('posts').where('id', '=', kept.id).execute();
    const rest = after.filter((key) => !filesOf(kept).includes(key.slice('media/'.length)));
    app.pass(7 * 3600);
    await sweepFiles(app.services);
    expect((await storedFiles()).sort()).toEqual(rest.sort());
    app.pass(-7 * 3600);
  });

  test('title, category, featured image and gallery are demanded in the words of the specification', async () => {
    const { status, body } = await admin.post(
      '/cms/',
      postForm({ fields: { title: ' ', category: 'GOSSIP' } }),
    );
    expect([status, body.fields]).toEqual([
      422,
      {
        title: 'Please enter a title.',
        category: 'Please select a category.',
        featured_image: 'Please upload a featured image.',
        gallery_images: 'Please upload at least one gallery image.',
      },
    ]);
    expect((await admin.post('/cms/', postForm({ gallery: [small] }))).body.message).toBe(
      'Please upload a featured image.',
    );
    expect((await admin.post('/cms/', postForm({ featured: small }))).body.message).toBe(
      'Please upload at least one gallery image.',
    );
    const full = await admin.post(
      '/cms/',
      postForm({ featured: small, gallery: Array.from({ length: 21 }, () => small) }),
    );
    expect([full.status, full.body.message]).toEqual([
      422,
      'A gallery can have at most 20 images.',
    ]);
    expect(staged()).toEqual([]);
  });

  test('addresses that begin with http are used as they are', async () => {
    const { status, body } = await admin.post('/cms/', {
      title: 'From afar',
      category: 'press_release',
      featured_image: 'https://example.com/a.jpg',
      gallery_images: ['http://example.com/b.png'],
      is_published: true,
    });
    expect([status, body.category, body.featured_image]).toEqual([
      201,
      'PRESS_RELEASE',
      'https://example.com/a.jpg',
    ]);
    expect([body.featured_image, body.gallery_images]).toEqual([
      'https://example.com/a.jpg',
      ['http://example.com/b.png'],
    ]);
    expect(body.gallery_media).toEqual([
      {
        key: 'http://example.com/b.png',
        url: 'http://example.com/b.png',
        width: null,
        height: null,
        color: null,
        variants: [],
      },
    ]);
  });

  test('a body keeps pictures from the web and loses whatever could run', async () => {
    const body =
      '<p onclick="x()">Hi <img src="https://example.com/a.png" alt="A" onerror="y()"><img src="data:image/svg+xml,x"><img src="javascript:x"><img src="/media/x.jpg"></p><script>z()</script><iframe src="https://example.com"></iframe>';
    const clean = '<p>Hi <img loading="lazy" src="https://example.com/a.png" alt="A" /></p>';
    const post = await create({ body });
    expect(
      post.body.replace(
        '<img src="https://example.com/a.png" alt="A" loading="lazy" />',
        '<img loading="lazy" src="https://example.com/a.png" alt="A" />',
      ),
    ).toBe(clean);
    await app.services.db.read
      .updateTable('posts')
      .set({ body: '<img src=x onerror=alert(1)>ok' })
      .where('id', '=', post.id)
      .execute();
    expect((await admin.get(`/cms/${post.id}`)).body.body).toBe('ok');
  });

  test('the list is searched, filtered by category in any case, sorted and counted', async () => {
    const word = `harmattan${engine}`;
    for (const category of ['NEWS', 'BLOG', 'BLOG'])
      await create({ category, title: `${word} ${category}` });
    const found = await app.visitor.get(`/cms/?category=blog&q=${word}&limit=1`);
    expect([found.body.length, found.headers.get('x-total-count'), found.body[0].category]).toEqual(
      [1, '2', 'BLOG'],
    );
    expect((await app.visitor.get('/cms/?category=x')).status).toBe(422);
    expect((await app.visitor.get('/cms/?sort=body')).status).toBe(422);
    const dates = (await app.visitor.get('/cms/')).body.map(
      ({ created_at }: { created_at: string }) => created_at,
    );
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('a page of many posts is right at both ends, and its length is the length of all', async () => {
    const word = `baobab${engine}`;
    for (let turn = 0; turn < 7; turn += 1)
      await insertPost(app.services, { title: `${word} ${turn}`, search_text: word });
    const page = async (skip: number) => {
      const { body, headers } = await admin.get(`/cms/?q=${word}&sort=title&limit=3&skip=${skip}`);
      return [
        body.map(({ title }: { title: string }) => title.at(-1)).join(''),
        headers.get('x-total-count'),
      ];
    };
    expect(await Promise.all([0, 3, 6, 7, 50].map(page))).toEqual([
      ['012', '7'],
      ['345', '7'],
      ['6', '7'],
      ['', '7'],
      ['', '7'],
    ]);
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
