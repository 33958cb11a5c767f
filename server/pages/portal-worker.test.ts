import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { isBuilt } from '#tests/is-built.ts';
import { joinAsJudge } from '#tests/judging-world.ts';
import { submit } from '#tests/proposal-forms.ts';
import { emptyCaches, runWorker, type TestWorker } from '#tests/worker-scope.ts';

/** Bytes of a compressed answer: one that is rendered names no length. */
async function countReceived(url: string): Promise<number> {
  const asked = get(url, { headers: { 'accept-encoding': 'br' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const coding = url.endsWith('.woff2') ? undefined : 'br';
  expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([url, 200, coding]);
  return (await buffer(answer)).length;
}

/** A busy server refuses pages, and the browser installs the worker at a later visit. */
async function install(worker: TestWorker): Promise<void> {
  await worker.emit('install').catch((error: Error) => {
    if (!/answers 503/.test(error.message)) throw error;
    return install(worker);
  });
}

describe.skipIf(!isBuilt)('the portal’s service worker', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('is revalidated on every load, and may contact nobody but us', async () => {
    const answer = await fetch(`${app.url}/portal-worker.js`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(await answer.text()).not.toContain('BUILD_ID');
  });

  test('belongs to an app that can be installed', async () => {
    const answer = await fetch(`${app.url}/portal.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const { start_url, scope, display, icons } = (await answer.json()) as any;
    expect([start_url, scope, display]).toEqual(['/dashboard', '/dashboard', 'standalone']);
    for (const { src, type } of icons) {
      const icon = await fetch(app.url + src);
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    }
    const portal = await (await fetch(`${app.url}/dashboard`)).text();
    expect(portal).toContain('rel="manifest" href="/portal.webmanifest"');
    expect(await (await fetch(`${app.url}/contact-us`)).text()).not.toContain('webmanifest');
  });

  describe('offline', () => {
    let worker: TestWorker;
    let ama: Person;
    let proposal: any;
    beforeEach(async () => {
      worker = runWorker(await (await fetch(`${app.url}/portal-worker.js`)).text(), app.url);
      ama = await app.signIn();
      ({ proposal } = await submit(app.services, ama));
      await install(worker);
      await worker.emit('activate');
    });

    const as = ({ token }: Person) => ({ headers: { authorization: `Bearer ${token}` } });
    const dataOf = () =>
      Object.entries(worker.cached()).filter(([name]) => name.startsWith('portal-data-'));

    test('an applicant’s screens open completely, without anything for admins and below 317 kB', async () => {
      const [shell] = Object.values(worker.cached());
      expect(shell!.join()).not.toMatch(/\/admin-|factor|passkey|rich-text-editor/);
      // One after the other: a slow server refuses some of many at once.
      let received = 0;
      for (const url of [...shell!, `${app.url}/portal-worker.js`])
        received += await countReceived(url);
      // A form in three steps with a program’s own questions, help with making PDFs, messages and
      // requests for changes, the steps of a proposal, placeholders shaped like each screen, the
      // question before a logout, what is missing, until when and in which words, and staying by
      // the password, files that a program asks for and the people of a proposal, included.
      expect(received).toBeLessThan(317_000);
      worker.setOffline(true);
      for (const path of [
        '/dashboard',
        '/dashboard/applicant/submit?programId=1',
        '/dashboard/applicant/proposals',
        `/dashboard/applicant/view-proposal/${proposal.id}?sent=1`,
      ]) {
        const page = await worker.ask(path, { isPage: true });
        const html = await page!.text();
        // With its own policy, which contains the nonce.
        const nonce = /'nonce-([^']+)'/.exec(page!.headers.get('content-security-policy')!)![1]!;
        expect(html).toContain(nonce);
        for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.js/g))
          if (!address.includes('enhance-main'))
            expect((await worker.ask(address))?.status, address).toBe(200);
      }
      expect(await worker.ask('/dashboard/admin/users', { isPage: true })).toBeUndefined();
    });

    test('a judge’s screens open completely with what was read, and nothing for others', async () => {
      const code = await (await fetch(`${app.url}/portal-worker.js`)).text();
      const judge = await joinAsJudge(app, await app.signIn({ role: 'admin' }));
      const own = runWorker(code, `${app.url}/portal-worker.js?for=judge`);
      await own.emit('install');
      const [shell] = Object.values(own.cached());
      expect(shell!.join()).not.toMatch(/\/admin-|open-pdf|rich-text-editor/);
      const asked = { ...as(judge), referrer: `${app.url}/dashboard/judging` };
      expect((await own.ask('/api/v1/reviews/', asked))?.status).toBe(200);
      expect(await own.ask('/api/v1/rounds/', as(judge))).toBeUndefined();
      own.setOffline(true);
      expect((await own.ask('/api/v1/reviews/', asked))?.status).toBe(200);
      for (const path of ['/dashboard', '/dashboard/judging', '/dashboard/judging/1/2?from=mail']) {
        const html = await (await own.ask(path, { isPage: true }))!.text();
        for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.js/g))
          if (!address.includes('enhance-main'))
            expect((await own.ask(address))?.status, address).toBe(200);
      }
      expect(await own.ask('/dashboard/applicant/submit', { isPage: true })).toBeUndefined();
    });

    test('what was read can be read again, marked as such, but not by another session', async () => {
      const path = `/api/v1/proposals/${proposal.id}`;
      await worker.ask(path, as(ama));
      worker.setOffline(true);
      const stored = await worker.ask(path, as(ama));
      expect(stored!.headers.get('x-kept-answer')).toBe('1');
      expect(((await stored!.json()) as any).id).toBe(proposal.id);
      const other = await app.signIn();
      await expect(worker.ask(path, as(other))).rejects.toThrow('Failed to fetch');
      await expect(worker.ask('/api/v1/drafts/', as(ama))).rejects.toThrow('Failed to fetch');
    });

    test('another login, a 401, a word of the page and the logout wipe it', async () => {
      const other = await app.signIn();
      await worker.ask('/api/v1/proposals/', as(ama));
      await worker.ask('/api/v1/proposals/', as(other));
      expect(dataOf()).toHaveLength(1);
      worker.setOffline(true);
      await expect(worker.ask('/api/v1/proposals/', as(ama))).rejects.toThrow();
      worker.setOffline(false);
      await worker.emit('message');
      expect(dataOf()).toEqual([]);
      await worker.ask('/api/v1/proposals/', as(ama));
      await worker.ask('/api/v1/auth/logout', { method: 'POST', ...as(ama) });
      expect(dataOf()).toEqual([]);
      await worker.ask('/api/v1/proposals/', as(other));
      await other.post('/auth/logout');
      expect((await worker.ask('/api/v1/proposals/', as(other)))!.status).toBe(401);
      expect(dataOf()).toEqual([]);
    });

    test('calls of admins, changes and the profile pass through untouched', async () => {
      const admin = await app.signIn({ role: 'admin' });
      for (const path of [
        '/proposals/admin/all',
        `/proposals/${proposal.id}/admin`,
        '/auth/me',
        '/auth/admin/users',
        '/receipts/keys',
      ])
        expect(await worker.ask(`/api/v1${path}`, as(admin)), path).toBeUndefined();
      const change = { method: 'PATCH', ...as(ama) };
      expect(await worker.ask(`/api/v1/proposals/${proposal.id}`, change)).toBeUndefined();
      expect((await worker.ask('/api/v1/drafts/', as(admin)))!.status).toBe(403);
      expect(dataOf()).toEqual([]);
    });

    test('a new release is kept beside the old one, whose open pages find their own scripts; the one before goes', async () => {
      const code = await (await fetch(`${app.url}/portal-worker.js`)).text();
      const [name] = Object.keys(worker.cached());
      const id = name!.replace('portal-shell-', '');
      const shared = emptyCaches();
      const released = (release: string) =>
        runWorker(code.replaceAll(id, release), app.url, shared);
      const [first, second, third] = ['first', 'second', 'third'].map(released);
      await first!.emit('install');
      await first!.emit('activate');
      const addresses = Object.values(first!.cached())[0]!;
      await second!.emit('install');
      await second!.emit('activate');
      expect(Object.keys(second!.cached())).toEqual(['portal-shell-first', 'portal-shell-second']);
      await third!.emit('install');
      await third!.emit('activate');
      expect(Object.keys(third!.cached())).toEqual(['portal-shell-second', 'portal-shell-third']);
      third!.setOffline(true);
      const page = await third!.ask('/dashboard', { isPage: true });
      expect(page?.status).toBe(200);
      const script = addresses.find((address) => address.endsWith('.js'))!;
      expect((await third!.ask(new URL(script).pathname))?.status).toBe(200);
    });

    test('a half-installed build is not there', async () => {
      const code = await (await fetch(`${app.url}/portal-worker.js`)).text();
      const late = runWorker(code, app.url);
      late.setOffline(true);
      await expect(late.emit('install')).rejects.toThrow();
      expect(late.cached()).toEqual({});
    });
  });
});
