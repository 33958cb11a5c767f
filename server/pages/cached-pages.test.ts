import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { days, programInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';
import { askPatiently } from '#tests/patient-fetch.ts';

const PROGRAMS = '/national-pitch-trek/programs';
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

  test('a public page is the same for everybody, cached, and rendered again after a write', async () => {
    const first = await open(PROGRAMS);
    expect([
      first.status,
      first.headers.get('cache-control'),
      first.headers.get('x-page-kind'),
    ]).toEqual([200, 'no-cache', null]);
    const html = await first.text();
    const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code!);
    expect(scripts).toHaveLength(1);
    const digest = createHash('sha256').update(scripts[0]!).digest('base64');
    expect(policyOf(first)).toContain(`; script-src 'self' 'sha256-${digest}'; `);
    expect(first.headers.has('x-page-script')).toBe(false);
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

  test('a cached page is sent as gzip, as brotli, or plain to clients that refuse both', async () => {
    await (await open(PROGRAMS)).text();
    const leave = async (accepted: string) => {
      const { headers } = await open(PROGRAMS, { headers: { 'accept-encoding': accepted } });
      return [headers.get('content-encoding'), Number(headers.get('content-length'))] as const;
    };
    const [brotli, gzip] = [await leave('gzip, deflate, br'), await leave('gzip, deflate')];
    const [refused, plain] = [await leave('br;q=0, gzip;q=1'), await leave('identity')];
    expect([brotli[0], gzip[0], refused[0], plain[0]]).toEqual(['br', 'gzip', 'gzip', null]);
    expect(gzip[1]).toBeGreaterThan(0);
    expect(gzip[1]).toBeLessThan(plain[1] / 3);
  });

  test('many requests right after a write share one rendering, which contains what was written', async () => {
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

  test('a list of the API is cached under its known parameters, in any order', async () => {
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

  test('a notice stands on every page, cached or not, until its instant', async () => {
    const writer = await app.signIn({ role: 'admin' });
    const countPages = async () => {
      const paths = ['/', PROGRAMS, '/terms', '/nothing-here', '/login', '/dashboard'];
      const pages = await Promise.all(paths.map((path) => askPatiently(() => open(path))));
      return pages.filter(({ text }) => text.includes('<p class="as-typed">Tea &amp; talks</p>'))
        .length;
    };
    expect(await countPages()).toBe(0);
    const until = new Date(app.services.clock().getTime() + 60_000).toISOString();
    await writer.put('/notice', { text: 'Tea & talks', until });
    expect(await countPages()).toBe(6);
    app.pass(61);
    expect(await countPages()).toBe(0);
  });

  test('many uncacheable pages are rendered a few at a time, or refused; health checks and logins are answered meanwhile', async () => {
    const answers = Array.from(
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
    expect((await Promise.all(answers)).every((status) => status === 200 || status === 503)).toBe(
      true,
    );
  });
});
