import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';

describe.each(ENGINES)('links to downloads, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
  });
  afterAll(() => app.close());

  const follow = (url: string, headers: Record<string, string> = {}) =>
    fetch(url.replace(/^https?:\/\/[^/]+/, app.url), { headers });

  test.each([
    ['/auth/me/data', 'application/zip'],
    ['/proposals/admin/export.csv', 'text/csv; charset=utf-8'],
    ['/proposals/admin/export-full.csv', 'text/csv; charset=utf-8'],
    ['/proposals/admin/documents.zip', 'application/zip'],
  ])('%s: without a token, three times, for five minutes', async (path, type) => {
    const admin = await app.signIn({ role: 'admin' });
    const { status, body } = await admin.get(`${path}?as=link`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'url']);
    expect(Math.ceil((Date.parse(body.expires_at) - app.services.clock().getTime()) / 1000)).toBe(
      300,
    );
    for (let fetched = 0; fetched < 3; fetched += 1) {
      const file = await follow(body.url);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
      await file.arrayBuffer();
    }
    const fourth = await follow(body.url);
    expect([fourth.status, ((await fourth.json()) as { code: string }).code]).toEqual([
      403,
      'link_expired',
    ]);

    const other = (await admin.get(`${path}?as=link`)).body.url;
    app.pass(301);
    expect((await follow(other)).status).toBe(403);
  });

  test('a link is good for what it was made for, and for nothing else', async () => {
    const admin = await app.signIn({ role: 'admin' });
    const { url } = (await admin.get('/proposals/admin/export.csv?sector=Agriculture&as=link'))
      .body;
    expect(new URL(url).searchParams.get('sector')).toBe('Agriculture');
    for (const changed of [
      url.replace('sector=Agriculture', 'sector=Technology'),
      url.replace('sector=Agriculture&', ''),
      url.replace('export.csv', 'export-full.csv'),
      `${url}x`,
      url.replace(/link=.*/, 'link='),
    ]) {
      const answer = await follow(changed);
      expect([changed, answer.status]).toEqual([changed, 403]);
    }
    const page = await follow(`${url}x`, { accept: 'text/html' });
    expect(await page.text()).toContain('This file can’t be downloaded');
    expect((await follow(url)).status).toBe(200);
  });

  test('only who may download gets a link, and only while they may', async () => {
    const applicant = await app.signIn();
    expect((await applicant.get('/proposals/admin/export.csv?as=link')).status).toBe(403);
    expect((await app.visitor.get('/auth/me/data?as=link')).status).toBe(401);
    expect((await applicant.get('/auth/me/data?as=file')).status).toBe(422);
    const { url } = (await applicant.get('/auth/me/data?as=link')).body;
    await app.services.db.write((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('id', '=', applicant.id).execute(),
    );
    expect((await follow(url)).status).toBe(403);
  });

  test('a link makes no links, and ends with the session that made it', async () => {
    const admin = await app.signIn({ role: 'admin' });
    for (const path of ['/proposals/admin/export.csv', '/auth/me/data']) {
      const { url } = (await admin.get(`${path}?as=link`)).body;
      expect((await follow(`${url}&as=link`)).status).toBe(403);
      expect((await follow(url)).status).toBe(200);
    }
    const { url } = (await admin.get('/proposals/admin/export.csv?as=link')).body;
    expect((await admin.post('/auth/logout')).status).toBe(204);
    expect((await follow(url)).status).toBe(403);
  });

  test('HEAD, which mail programs and chats send by themselves, uses up no fetch', async () => {
    const admin = await app.signIn({ role: 'admin' });
    const { url } = (await admin.get('/proposals/admin/documents.zip?as=link')).body;
    const head = () => fetch(url.replace(/^https?:\/\/[^/]+/, app.url), { method: 'HEAD' });
    for (let asked = 0; asked < 5; asked += 1) expect((await head()).status).toBe(200);
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', admin.id)
      .execute();
    expect(entries).toEqual([]);
    for (let fetched = 0; fetched < 3; fetched += 1) expect((await follow(url)).status).toBe(200);
    expect((await follow(url)).status).toBe(403);
  });
});
