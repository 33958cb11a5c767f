import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { enquiryInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';
import { WORKER_POLICY } from './build.ts';

const PROGRAMS = '/national-pitch-trek/programs';
const ACCOUNT = ['/login', '/register', '/forgot-password', '/reset-password', '/otp'];
const RECEIPT = 'NPT-0000-0000-0000-0000';
describe.skipIf(!isBuilt)('pages of the build', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const open = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { redirect: 'manual', ...init });
  const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

  test('a portal page carries a nonce of its own and is never cached', async () => {
    const [one, two] = await Promise.all([open('/dashboard'), open('/dashboard')]);
    const nonceOf = (response: Response) => /'nonce-([^']+)'/.exec(policyOf(response))?.[1];
    expect(one.headers.get('cache-control')).toBe('no-store');
    expect(nonceOf(one)).toBeTruthy();
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    const html = await one.text();
    for (const [script] of html.matchAll(/<script(?![^>]* src=)[^>]*>/g))
      expect(script).toContain(nonceOf(one));
  });

  test('the worker that reads PDFs is sent with a policy under which it reaches nothing', async () => {
    const files = readdirSync(new URL('../../build/client/assets/', import.meta.url));
    const worker = files.find((name) => /^pdf\.worker.*\.mjs$/.test(name));
    for (const encoding of ['identity', 'br']) {
      const answer = await open(`/assets/${worker}`, { headers: { 'accept-encoding': encoding } });
      expect([answer.status, policyOf(answer)]).toEqual([200, WORKER_POLICY]);
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
    }
  });

  test('a form posted to a page that takes none is 405, and no defect', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    for (const path of ['/', '/healthz', '/login']) {
      const answer = await open(path, { method: 'POST' });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect(log).not.toHaveBeenCalled();
  });

  test('a missing address is a page for people and JSON for programs', async () => {
    for (const path of ['/nowhere', `${PROGRAMS}/00000000-0000-4000-8000-000000000000`]) {
      const page = await open(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
    }
    for (const path of ['/api', '/api/v1/nowhere', '/api?x']) {
      const answer = await open(path);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        404,
        'not_found',
      ]);
    }
  });

  test('while the database does not answer, a page that is not cached is 503 and says when to come again', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const { read } = app.services.db;
    const refused = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });
    vi.spyOn(read.getExecutor(), 'executeQuery').mockRejectedValue(refused);
    vi.spyOn(read, 'selectFrom').mockImplementation(() => {
      throw refused;
    });
    const paths = [
      `${PROGRAMS}?sector=mining`,
      '/post/all?page=3',
      '/sitemap.xml',
      `/receipts/${RECEIPT}`,
    ];
    for (const path of paths) {
      const answer = await open(path, { headers: { accept: 'text/html' } });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toContain('The service is not available right now.');
    }
    vi.restoreAllMocks();
    expect((await open(paths[0]!)).status).toBe(200);
    // The cache asks the database again a second later.
    const isCached = async () => (await open(PROGRAMS)).headers.has('etag');
    await expect.poll(isCached).toBe(true);
  });

  test('hashed files are cached forever and sent compressed', async () => {
    const script = /data-then="(\/assets\/enhance-main-[^"]+)"/.exec(
      await (await open(PROGRAMS)).text(),
    )![1]!;
    const answer = await open(script, { headers: { 'accept-encoding': 'br' } });
    expect([
      answer.status,
      answer.headers.get('content-encoding'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'br', 'public, max-age=31536000, immutable']);
    expect((await open('/assets/../../package.json')).status).toBe(404);
    expect((await open('/assets/%2e%2e/%2e%2e/server/index.js')).status).toBeGreaterThanOrEqual(
      400,
    );
  });

  test('each page has the rules of all that it shows: one sheet, and its own within it', async () => {
    const folder = new URL('../../build/client/assets/', import.meta.url);
    const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
    const classesOf = (rules: string[]) =>
      new Set(rules.flatMap((text) => [...text.matchAll(/\.(_[\w-]+)/g)].map(([, one]) => one!)));
    const all = classesOf(
      readdirSync(folder)
        .filter((name) => name.endsWith('.css'))
        .map(read),
    );
    const paths = [...Object.values(pages), ...Object.values(sectorPages), ...storyPages].map(
      ({ path }) => path,
    );
    for (const path of [...paths, '/nowhere', '/unauthorized', '/receipts', ...ACCOUNT]) {
      const answer = await open(path);
      const html = await answer.text();
      const linked = [
        ...html.matchAll(/<link(?! data-rel| [^>]* data-rel)[^>]*href="\/assets\/([^"]+\.css)"/g),
      ];
      const own = [...html.matchAll(/<style>(.+?)<\/style>/gs)].map(([, rules]) => rules!);
      const used = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) =>
        names!.split(' '),
      );
      const styled = classesOf([...linked.map(([, name]) => read(name!)), ...own]);
      expect(
        [...new Set(used)].filter((name) => all.has(name) && !styled.has(name)),
        path,
      ).toEqual([]);
      expect(linked.length, path).toBe(1);
      for (const rules of own)
        expect(answer.headers.get('content-security-policy'), path).toContain(
          `style-src 'self' 'sha256-${createHash('sha256').update(rules).digest('base64')}';`,
        );
      expect(answer.headers.has('x-page-style')).toBe(false);
    }
  });

  test('a form posted too often says when to try again, and keeps what was typed', async () => {
    for (let index = 0; index < 60; index += 1)
      await app.visitor.post('/contact_forms/', enquiryInput());
    const answer = await open('/contact-us', {
      method: 'POST',
      body: new URLSearchParams({ ...enquiryInput(), message: 'Where do looms apply?' }),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain('Where do looms apply?');
  });

  test('HEAD is GET without the body', async () => {
    const head = await open(PROGRAMS, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(
      Number((await open('/robots.txt', { method: 'HEAD' })).headers.get('content-length')),
    ).toBeGreaterThan(20);
  });

  test('a form is accepted at whatever name the page was reached by, and from no other place', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const post = (origin: string) =>
      open('/contact-us', {
        method: 'POST',
        body: new URLSearchParams({ ...enquiryInput(), message: `From ${origin}` }),
        headers: { origin },
      });
    const { port } = new URL(app.url);
    expect((await post(`http://127.0.0.1:${port}`)).status).not.toBe(400);
    expect((await post('null')).status).not.toBe(400);
    expect((await post('https://elsewhere.example.com')).status).toBe(400);
    expect(log).not.toHaveBeenCalled();
  });

  test('a POST that is not a form says what is missing', async () => {
    for (const headers of [
      { 'content-type': 'application/json' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ]) {
      const answer = await open('/create-testimonials', { method: 'POST', body: '{"a"', headers });
      expect([answer.status, (await answer.text()).includes('Enter your first name.')]).toEqual([
        422,
        true,
      ]);
    }
  });

  test('an unreadable address answers with the page for missing addresses', async () => {
    const answer = await open('/%E0%A4%A');
    expect([answer.status, (await answer.text()).includes('Back to Home')]).toEqual([404, true]);
    expect(await (await open('/api/v1/faqs/%')).json()).toEqual({
      message: 'This page or call does not exist.',
      code: 'not_found',
    });
  });

  test('a page number past the end shows the last page', async () => {
    for (const page of ['9007199254740991', '99999999999999999999'])
      expect((await open(`/post/all?page=${page}`)).status).toBe(200);
  });

  test('a tag among others, or any, is answered with 304', async () => {
    const etag = (await open(PROGRAMS)).headers.get('etag')!;
    for (const condition of [etag, `"x", ${etag}`, '*'])
      expect((await open(PROGRAMS, { headers: { 'if-none-match': condition } })).status).toBe(304);
    await app.visitor.post('/contact_forms/', enquiryInput());
    expect((await open(PROGRAMS, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

test('the mailbox exists for developers, and not where real mail is sent', async () => {
  const local = await createTestApp();
  const real = await createTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const page = await fetch(`${local.url}/dev/mailbox`);
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  expect((await fetch(`${real.url}/dev/mailbox`)).status).not.toBe(200);
  expect((await fetch(`${local.url}/dev/mailbox/..%2Fpitch-trek.sqlite`)).status).toBe(404);
  await Promise.all([local.close(), real.close()]);
});
