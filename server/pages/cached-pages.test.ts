import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POST } from '#domain/posts/messages.ts';
import { PROGRAM } from '#domain/programs/messages.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { days, insertPost, programInput } from '#tests/factories.ts';

const PROGRAMS = '/national-pitch-trek/programs';
const isBuilt = existsSync(new URL('../../build/server/index.js', import.meta.url));

describe.skipIf(!isBuilt)('cached pages of the build', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const open = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { redirect: 'manual', ...init });
  const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

  test('a public page is the same for everybody, kept, and turns over with a write', async () => {
    const first = await open(PROGRAMS);
    expect([
      first.status,
      first.headers.get('cache-control'),
      first.headers.get('x-page-kind'),
    ]).toEqual([200, 'no-cache', null]);
    const html = await first.text();
    expect(policyOf(first)).toMatch(/script-src 'self';/);
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    expect(html).not.toMatch(/\sstyle="/);
    const again = await open(PROGRAMS, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    const { body: program } = await admin.post(
      '/programs/',
      programInput({ title: 'Looms of Bonwire' }),
    );
    expect(await (await open(PROGRAMS)).text()).toContain('Looms of Bonwire');
    app.pass(31 * 86_400);
    expect(await (await open(`${PROGRAMS}/${program.id}`)).text()).toContain('Closed');
  });

  test('many who ask right after a write get one page that is made once, with what was written', async () => {
    await (await open(PROGRAMS)).text();
    const countMade = async () =>
      Number(
        /^http_request_duration_seconds_count\{method="GET",route="\/\*",status="200"\} (\d+)$/m.exec(
          await (await open('/metrics')).text(),
        )?.[1] ?? 0,
      );
    const before = await countMade();
    const writer = await app.signIn({ role: 'admin' });
    await writer.post(
      '/programs/',
      programInput({
        title: 'Nets of Keta',
        deadline_date: days(30, app.services.clock()).toISOString(),
      }),
    );
    const pages = await Promise.all(
      Array.from({ length: 30 }, async () => (await open(PROGRAMS)).text()),
    );
    expect(pages.every((page) => page.includes('Nets of Keta'))).toBe(true);
    expect((await countMade()) - before).toBe(1);
  });

  const countMade = async (status: number) =>
    Number(
      new RegExp(
        `^http_request_duration_seconds_count\\{method="GET",route="/\\*",status="${status}"\\} (\\d+)$`,
        'm',
      ).exec(await (await open('/metrics')).text())?.[1] ?? 0,
    );

  test('what a page does not know changes nothing in it, and it is not made again', async () => {
    await admin.post('/programs/', programInput({ title: 'Kilns of Vume' }));
    for (const [strange, plain] of [
      [`${PROGRAMS}?utm_source=friends&fbclid=Xy7`, PROGRAMS],
      [`${PROGRAMS}/?u=Xy7&sector=mining&sector=`, `${PROGRAMS}?sector=Mining`],
      ['/post/all?page=Xy7', '/post/all'],
      ['/?u=Xy7', '/'],
      ['/sitemap.xml?u=Xy7', '/sitemap.xml'],
    ] as const) {
      const first = await open(strange);
      const made = await countMade(200);
      const html = await first.text();
      expect([first.status, html.includes('Xy7'), html.includes('utm_')], strange).toEqual([
        200,
        false,
        false,
      ]);
      for (let number = 0; number < 3; number += 1)
        await (await open(`${plain}${plain.includes('?') ? '&' : '?'}gclid=${number}`)).text();
      const second = await open(plain);
      expect([second.headers.get('etag'), await second.text()], plain).toEqual([
        first.headers.get('etag'),
        html,
      ]);
      expect(await countMade(200), plain).toBe(made);
    }
    expect(await (await open(`${PROGRAMS}?sector=mining`)).text()).not.toBe(
      await (await open(PROGRAMS)).text(),
    );
  });

  test('a list of the API is kept under the parameters that it knows, in any order', async () => {
    const tagOf = async (query: string) =>
      (await open(`/api/v1/programs/${query}`)).headers.get('etag');
    const countCalls = async () =>
      Number(
        /route="\/api\/v1\/programs\/",status="200"\} (\d+)/.exec(
          await (await open('/metrics')).text(),
        )?.[1] ?? 0,
      );
    const tag = await tagOf('?open=true&limit=1');
    const calls = await countCalls();
    for (const query of [
      '?limit=1&open=true',
      '?u=1&limit=1&open=true',
      '?limit=1&utm_source=x&open=true&u=2',
    ])
      expect(await tagOf(query)).toBe(tag);
    expect(await countCalls()).toBe(calls);
    expect((await open('/api/v1/programs/?limit=x')).status).toBe(422);
  });

  test('all addresses that do not exist share one page; files and calls are not mistaken for them', async () => {
    const first = await (await open('/nowhere')).text();
    const made = await countMade(404);
    for (const path of ['/nowhere/at/all', '/no-where.html?u=1', '/sector', '/NOWHERE/']) {
      const page = await open(path);
      expect([page.status, page.headers.get('cache-control'), await page.text()], path).toEqual([
        404,
        'no-store',
        first,
      ]);
    }
    expect(await countMade(404)).toBe(made);
    for (const path of [
      '/robots.txt',
      '/healthz',
      '/apple-touch-icon.png',
      '/dev/mailbox',
      '/api/v1/docs',
    ])
      expect((await open(path)).status, path).toBe(200);
    expect((await open('/nowhere', { method: 'POST', body: new URLSearchParams() })).status).toBe(
      405,
    );
  });

  test('other letters and escapes in an address make no other page', async () => {
    for (const [plain, ...others] of [
      ['/contact-us', '/cOntAct-us', '/%63ontact-us', '/CONTACT-US/?u=1', '/contact%2dus'],
      ['/post/NEWS', '/post/news', '/pOst/nEws', '/post/%6eews'],
      ['/post/all', '/post/ALL'],
      ['/sector/mining', '/SECTOR/mining', '/sector/%6dining'],
    ] as const) {
      const first = await (await open(plain)).text();
      const made = await countMade(200);
      for (const path of others) {
        const page = await open(path);
        expect([page.status, await page.text()], path).toEqual([200, first]);
      }
      expect(await countMade(200), plain).toBe(made);
    }
    expect((await open('/sector/Mining')).headers.get('location')).toBe('/sector/mining');
  });

  test('what the path names and nobody has is one page of each kind, with its own sentence, until somebody has it', async () => {
    const id = '00000000-0000-4000-8000-00000000000';
    const kinds = [
      [
        '/post/NEWS/nothing',
        '/post/news/nothing-2',
        '/post/all/%6eothing',
        '/post/BLOG/na%C3%AFve',
      ],
      ['/post/nowhere', '/post/nowhere-2', '/post/%20'],
      ['/post/nowhere/nothing', '/post/nowhere-2/nothing-2'],
      [`${PROGRAMS}/${id}1`, `${PROGRAMS}/${id}2`, `${PROGRAMS}/nothing`, `${PROGRAMS}/%00`],
      ['/sector/nothing', '/sector/nothing-2', '/sector/%2f'],
      ['/nothing', '/n%6fthing', '/caf%C3%A9', '/a!b', '/%2F', '/%00'],
    ];
    const sentences = [
      POST.notFoundPublic,
      POST.invalidCategory,
      POST.invalidCategory,
      PROGRAM.notFound,
      'Page Not Found',
      'Page Not Found',
    ];
    for (const [place, [plain, ...others]] of kinds.entries()) {
      const first = await (await open(plain!)).text();
      expect(first).toContain(sentences[place]);
      const made = await countMade(404);
      for (const path of others) {
        const page = await open(path);
        expect([page.status, await page.text()], path).toEqual([404, first]);
      }
      expect(await countMade(404), plain).toBe(made);
    }
    const { slug, category } = await insertPost(app.services, { slug: 'nothing' });
    const writer = await app.signIn({ role: 'admin' });
    // Whatever is written turns the version.
    await writer.post('/programs/', programInput({ title: 'Wells of Nadowli' }));
    const path = `/post/${category}/${slug}`;
    expect((await open(path)).status).toBe(200);
    for (const other of [path.replace('nothing', 'Nothing'), '/post/all/nothing']) {
      const answer = await open(other);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, path]);
    }
  });

  test('many pages that nobody keeps are made a few at a time, or refused; health and log-ins are answered meanwhile', async () => {
    const asked = Array.from(
      { length: 60 },
      async (_, number) => (await open(`/dashboard?u=${number}`)).status,
    );
    const others = [open('/healthz'), open('/readyz'), open('/api/v1/programs/')].map(
      async (answer) => (await answer).status,
    );
    const login = app.visitor.post('/auth/login', {
      username: 'nobody@example.com',
      password: 'Wrong-Password-9',
    });
    expect([await Promise.all(others), (await login).status]).toEqual([[200, 200, 200], 400]);
    expect((await Promise.all(asked)).every((status) => status === 200 || status === 503)).toBe(
      true,
    );
  });
});
