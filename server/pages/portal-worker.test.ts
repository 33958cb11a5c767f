import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';

const isBuilt = existsSync(new URL('../../build/client/portal-worker.js', import.meta.url));

describe.skipIf(!isBuilt)('the worker of the portal', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('is asked for anew each time, and may ask nobody but us', async () => {
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
});
