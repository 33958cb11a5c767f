import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a monitor learns that the process lives and that what is behind it answers', async () => {
  expect(await (await fetch(`${app.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({ status: 'ready' });
});

test.each(['files', 'staging'])(
  'it is not ready while nothing can be written to %s',
  async (name) => {
    const folder = join(app.services.config.dataDir, name);
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, 'no folder');
    const ask = async () => {
      const answer = await fetch(`${app.url}/readyz`);
      return [answer.status, answer.headers.get('retry-after')];
    };
    await expect.poll(ask).toEqual([503, '5']);
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    await expect.poll(ask).toEqual([200, null]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.partial'))).toEqual([]);
  },
);

test('figures for Prometheus: of the process, of requests by route, of mails', async () => {
  await app.visitor.get('/programs/');
  const answer = await fetch(`${app.url}/metrics`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0/),
  ]);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/programs\/",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^# TYPE mails gauge$/m);
});

test('with a token they are for its holder alone', async () => {
  const guarded = await createTestApp({ METRICS_TOKEN: 'a-token-of-some-length' });
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${guarded.url}/metrics`, { headers })).status;
  expect([
    await statusWith({}),
    await statusWith({ authorization: 'Bearer wrong' }),
    await statusWith({ authorization: 'bearer a-token-of-some-length' }),
  ]).toEqual([401, 401, 200]);
  await guarded.close();
});
