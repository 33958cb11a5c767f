/** Which addresses share one page, which is then rendered once: docs/decisions/0017. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POST } from '#domain/posts/messages.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { insertPost, programInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';

const PROGRAMS = '/national-pitch-trek/programs';
describe.skipIf(!isBuilt)('addresses of pages', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const open = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { redirect: 'manual', ...init });
  const countMade = async (status: number) =>
    Number(
      new RegExp(
        `^http_request_duration_seconds_count\\{method="GET",route="/\\*",status="${status}"\\} (\\d+)$`,
        'm',
      ).exec(await (await open('/metrics')).text())?.[1] ?? 0,
    );

  test('unknown parameters change nothing on a page, and it is not rendered again', async () => {
    await admin.post('/programs/', programInput({ title: 'Kilns of Vume' }));
    for (const [strange, plain] of [
      [`${PROGRAMS}?utm_source=friends&fbclid=Xy7`, PROGRAMS],
      [`${PROGRAMS}/?u=Xy7&sector=mining&sector=`, `${PROGRAMS}?sector=Mining`],
      ['/post/all?page=Xy7', '/post/all'],
      ['/?u=Xy7', '/'],
      ['/sitemap.xml?u=Xy7', '/sitemap.xml'],
    ] as const) {
      const first = await open(strange);
      const html = await first.text();
      const rendered = await countMade(200);
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
      expect(await countMade(200), plain).toBe(rendered);
    }
    expect(await (await open(`${PROGRAMS}?sector=mining`)).text()).not.toBe(
      await (await open(PROGRAMS)).text(),
    );
  });

  test('all addresses that do not exist share one page; files and calls are not mistaken for them', async () => {
    const first = await (await open('/nowhere')).text();
    const rendered = await countMade(404);
    for (const path of ['/nowhere/at/all', '/no-where.html?u=1', '/sector', '/NOWHERE/']) {
      const page = await open(path);
      expect([page.status, page.headers.get('cache-control'), await page.text()], path).toEqual([
        404,
        'no-store',
        first,
      ]);
    }
    expect(await countMade(404)).toBe(rendered);
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

  test('other spellings and escapes of an address make no other page', async () => {
    for (const [plain, ...others] of [
      ['/contact-us', '/cOntAct-us', '/%63ontact-us', '/CONTACT-US/?u=1', '/contact%2dus'],
      ['/post/NEWS', '/post/news', '/pOst/nEws', '/post/%6eews'],
      ['/post/all', '/post/ALL'],
      ['/sector/mining', '/SECTOR/mining', '/sector/%6dining'],
    ] as const) {
      const first = await (await open(plain)).text();
      const rendered = await countMade(200);
      for (const path of others) {
        const page = await open(path);
        expect([page.status, await page.text()], path).toEqual([200, first]);
      }
      expect(await countMade(200), plain).toBe(rendered);
    }
    expect((await open('/sector/Mining')).headers.get('location')).toBe('/sector/mining');
  });

  test('a missing row is one shared page per kind, with its own sentence, until the row exists', async () => {
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
      const rendered = await countMade(404);
      for (const path of others) {
        const page = await open(path);
        expect([page.status, await page.text()], path).toEqual([404, first]);
      }
      expect(await countMade(404), plain).toBe(rendered);
    }
    const { slug, category } = await insertPost(app.services, { slug: 'nothing' });
    // Any write raises the version.
    await admin.post('/programs/', programInput({ title: 'Wells of Nadowli' }));
    const path = `/post/${category}/${slug}`;
    expect((await open(path)).status).toBe(200);
    for (const other of [path.replace('nothing', 'Nothing'), '/post/all/nothing']) {
      const answer = await open(other);
      expect([answer.status, answer.headers.get('location')]).toEqual([301, path]);
    }
  });
});
