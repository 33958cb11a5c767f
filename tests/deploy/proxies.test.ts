/** The Caddyfile and the nginx configuration of deploy/, in front of the product. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { ask, HOST, startProxy, type Proxy, type ProxyName } from './proxies.ts';
import { findProgram } from './programs.ts';

const MB = 1024 * 1024;

describe.each<ProxyName>(['nginx', 'caddy'])('%s', (name) => {
  const program = findProgram(name);
  let app: TestApp;
  let proxy: Proxy;
  let person: Person;
  beforeAll(async () => {
    if (!program) return;
    app = await createTestApp({ PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '1' });
    proxy = await startProxy(name, program, Number(new URL(app.url).port));
    person = await app.signIn();
  });
  afterAll(async () => {
    await proxy?.stop();
    await app?.close();
  });

  const signed = (headers: Record<string, string>) => ({
    authorization: `Bearer ${person.token}`,
    ...headers,
  });

  test.skipIf(!program)('passes calls on, with every header of the product', async () => {
    const { status, headers } = await ask(proxy.httpsPort, '/api/v1/programs/');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-total-count']).toBe('0');
    expect(String(headers['server'] ?? '')).not.toMatch(/\d/);
  });

  test.skipIf(!program)('sends http to https', async () => {
    const { status, headers } = await ask(proxy.httpPort, '/login?next=x', { isPlain: true });
    expect(status).toBe(308);
    expect(headers['location']).toMatch(/^https:\/\/trek\.example\.com(:\d+)?\/login\?next=x$/);
  });

  test.skipIf(!program)('exposes no metrics to the outside', async () => {
    for (const path of ['/metrics', '/metrics/', '/%6detrics', '/metrics?x=1', '//metrics'])
      expect((await ask(proxy.httpsPort, path)).text, path).not.toContain('# TYPE');
    expect((await ask(proxy.httpsPort, '/metrics')).status).toBe(404);
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('# TYPE');
  });

  test.skipIf(!program)(
    'passes on the client’s address, and ignores what the client claims',
    async () => {
      const tries = async (address: string) => {
        const body = Buffer.from('{"username":"nobody@example.com","password":"Wrong-Password-9"}');
        const { status } = await ask(proxy.httpsPort, '/api/v1/auth/login', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': String(body.length),
            'x-forwarded-for': address,
          },
          body: (async function* () {
            yield body;
          })(),
        });
        return status;
      };
      expect([await tries('203.0.113.1'), await tries('203.0.113.2')]).toEqual([400, 400]);
      const rows = await app.services.db.read.selectFrom('attempts').select('bucket').execute();
      // Two tries on one account from one address, in as few buckets as a single try.
      const buckets = new Set(rows.map(({ bucket }) => bucket));
      expect(rows).toHaveLength(2 * buckets.size);
    },
  );

  test.skipIf(!program)('sets the request id: the same in its log and in a refusal', async () => {
    const { headers } = await ask(proxy.httpsPort, '/api/v1/nothing');
    const id = String(headers['x-request-id']);
    expect(id).toMatch(/^[\da-f-]{32,36}$/);
    if (name === 'nginx') await expect.poll(() => proxy.log()).toContain(id);
  });

  test.skipIf(!program)('keeps signatures of links out of its log', async () => {
    await ask(proxy.httpsPort, '/api/v1/files/a/b.pdf?name=b&expires=1&signature=Sig-Nature');
    await expect.poll(() => proxy.log()).toContain('/api/v1/files/a/b.pdf');
    expect(proxy.log()).not.toContain('Sig-Nature');
    expect(proxy.log()).not.toContain(person.token);
  });

  test.skipIf(!program)('a body is streamed, and may be as large as two documents', async () => {
    let release = () => {};
    const isSeen = new Promise<void>((resolve) => (release = resolve));
    const answer = ask(proxy.httpsPort, '/api/v1/proposals/', {
      method: 'POST',
      headers: signed({ 'content-type': 'multipart/form-data; boundary=x' }),
      body: (async function* () {
        yield Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n');
        await isSeen;
        yield Buffer.from('b\r\n--x--\r\n');
      })(),
    });
    await expect
      .poll(async () => (await fetch(`${app.url}/metrics`)).text())
      .toContain('http_requests_in_flight{kind="upload"} 1');
    release();
    expect((await answer).status).toBe(422);
    const chunk = Buffer.alloc(MB, 'x');
    const large = await ask(proxy.httpsPort, '/api/v1/proposals/', {
      method: 'POST',
      headers: signed({
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(40 * MB),
      }),
      body: (async function* () {
        for (let count = 0; count < 40; count += 1) yield chunk;
      })(),
    }).catch((error: NodeJS.ErrnoException) => ({ status: 0, text: String(error.code) }));
    // Not a form at all: refused by the product as soon as it notices that, not by the proxy.
    expect(large.status, large.text).not.toBe(413);
  });
});
