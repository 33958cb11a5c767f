import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishDue } from './posts.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { createPost, insertPost, postForm } from '#tests/factories.ts';
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
  const staged = () => readdirSync(app.services.stagingDir);

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

  test('a post that is sent again with its key is stored once; other content is refused', async () => {
    const form = (title: string) =>
      postForm({ fields: { title }, featured: small, gallery: [small] });
    const headers = { 'idempotency-key': `post ${engine}` };
    const title = `Sent twice ${engine}`;
    const first = await admin.post('/cms/', form(title), { headers });
    const second = await admin.post('/cms/', form(title), { headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    const other = await admin.post('/cms/', form(`${title}, changed`), { headers });
    expect(other.status).toBe(422);
    const { body } = await admin.get(`/cms/?q=${encodeURIComponent(title)}`);
    expect(body).toHaveLength(1);
  });

  test('title, category, featured image and gallery are demanded in the words of the specification', async () => {
    const { status, body } = await admin.post(
      '/cms/',
      postForm({ fields: { title: ' ', category: 'GOSSIP' } }),
    );
    expect([status, body.fields]).toEqual([
      422,
      {
        title: 'Enter a title.',
        category: 'Select a category.',
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
    const answer = await app.visitor.get(`/cms/?category=blog&q=${word}&limit=1`);
    expect([
      answer.body.length,
      answer.headers.get('x-total-count'),
      answer.body[0].category,
    ]).toEqual([1, '2', 'BLOG']);
    expect((await app.visitor.get('/cms/?category=x')).status).toBe(422);
    expect((await app.visitor.get('/cms/?sort=body')).status).toBe(422);
    const dates = (await app.visitor.get('/cms/')).body.map(
      ({ created_at }: { created_at: string }) => created_at,
    );
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('a page of many posts is right at both ends, and its length is the length of all', async () => {
    const word = `baobab${engine}`;
    for (let index = 0; index < 7; index += 1)
      await insertPost(app.services, { title: `${word} ${index}`, search_text: word });
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

  test('a draft is published at the moment that was planned; only a draft has one', async () => {
    const soon = new Date(app.services.clock().getTime() + 3_600_000).toISOString();
    const draft = await create({ is_published: 'false', publish_at: soon });
    expect([draft.is_published, draft.publish_at]).toEqual([false, soon]);
    const later = new Date(app.services.clock().getTime() + 7_200_000).toISOString();
    const path = `/cms/${draft.id}`;
    expect((await admin.patch(path, { publish_at: later })).body.publish_at).toBe(later);
    await publishDue(app.services);
    expect((await app.visitor.get(path)).status).toBe(404);
    app.pass(7201);
    await Promise.all([publishDue(app.services), publishDue(app.services)]);
    const { body } = await app.visitor.get(path);
    expect([body.is_published, body.publish_at, body.published_at]).toEqual([true, null, later]);
    admin = await app.signIn({ role: 'admin' });
    const log = (await admin.get(`/audit/?entity_id=${draft.id}`)).body;
    expect(log.filter(({ action }: { action: string }) => action === 'posts.publish')).toHaveLength(
      1,
    );
    const future = new Date(app.services.clock().getTime() + 3_600_000).toISOString();
    expect((await admin.patch(path, { publish_at: future })).body.fields).toEqual({
      publish_at: 'Only a draft can be published later.',
    });
    await admin.patch(path, { is_published: false, publish_at: future });
    expect((await admin.patch(path, { publish_at: '2026-01-01T00:00:00Z' })).body.fields).toEqual({
      publish_at: 'Choose a time in the future.',
    });
    expect((await admin.patch(path, { publish_at: 'soon' })).status).toBe(422);
    const published = await admin.patch(path, { is_published: true });
    expect([published.status, published.body.publish_at]).toEqual([200, null]);
    await admin.patch(path, { is_published: false, publish_at: future });
    expect((await admin.patch(path, { publish_at: null })).body.publish_at).toBeNull();
  });

  test('images are described in words, by their keys', async () => {
    const post = await create();
    expect(post.alt_texts).toEqual({});
    const [first, second] = [post.featured_image, post.gallery_images[0]];
    const path = `/cms/${post.id}`;
    const sent = { [first]: ' A market in Tamale ', [second]: 'A stage' };
    const described = await admin.patch(path, { alt_texts: sent });
    expect([described.status, described.body.alt_texts]).toEqual([
      200,
      { [first]: 'A market in Tamale', [second]: 'A stage' },
    ]);
    expect((await app.visitor.get(path)).body).toEqual(described.body);
    const form = new FormData();
    form.append('alt_texts', JSON.stringify({ [second]: '' }));
    form.append('title', 'Described');
    const changed = await admin.patch(path, form);
    expect(changed.body.alt_texts).toEqual({ [first]: 'A market in Tamale' });
    const wrong = await admin.patch(path, { alt_texts: { nowhere: 'x' } });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['alt_texts']]);
    expect((await admin.patch(path, { alt_texts: { [first]: 'x'.repeat(301) } })).status).toBe(422);
    const replaced = new FormData();
    replaced.append('featured_image', small);
    expect((await admin.patch(path, replaced)).body.alt_texts).toEqual({});
  });

  test('a new image is described with its file, by its place in the request', async () => {
    const texts = { featured_image: 'A loom', 'gallery_images/0': 'Its weaver' };
    const post = await create({ alt_texts: JSON.stringify(texts) });
    expect(post.alt_texts).toEqual({
      [post.featured_image]: 'A loom',
      [post.gallery_images[0]]: 'Its weaver',
    });
    const form = new FormData();
    form.append('gallery_images', small);
    form.append('gallery_images', post.gallery_images[0]);
    form.append('alt_texts', JSON.stringify({ 'gallery_images/0': 'A stool' }));
    const { body } = await admin.patch(`/cms/${post.id}`, form);
    expect(body.gallery_images.map((key: string) => body.alt_texts[key])).toEqual([
      'A stool',
      'Its weaver',
    ]);
    const nowhere = { alt_texts: { 'gallery_images/7': 'Nothing' } };
    expect((await admin.patch(`/cms/${post.id}`, nowhere)).status).toBe(422);
  });
});
