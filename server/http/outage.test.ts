import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { programInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';
import { startTcpProxy, type TcpProxy } from '#tests/servers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/servers/test-database.ts';

const ROUNDS = 10;

let database: TestDatabase;
let proxy: TcpProxy;
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  if (!database.isConcurrent) url.searchParams.set('pool_max', '1');
  app = await createTestApp({ DATABASE_URL: url.href });
  admin = await app.signIn({ role: 'admin' });
});
afterAll(async () => {
  proxy.resume({ all: true });
  await app.close();
  await proxy.stop();
  await database.stop();
});

const PATHS = ['/api/v1/programs/', ...(isBuilt ? ['/national-pitch-trek/programs', '/'] : [])];
const read = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(app.url + path, init);
  return [answer.status, await answer.text()];
};

test('while the database is silent, public pages are served as last cached, private ones are not, and everything recovers by itself', async () => {
  await admin.post('/programs/', programInput({ title: 'Seen Before' }));
  const before = await Promise.all(PATHS.map((path) => read(path)));
  expect(before.map(([status]) => status)).toEqual(PATHS.map(() => 200));
  proxy.freeze();

  expect(await Promise.all(PATHS.map((path) => read(path)))).toEqual(before);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [place, path] of PATHS.entries()) expect(await read(path)).toEqual(before[place]);
  const own = await read('/api/v1/programs/', {
    headers: { authorization: `Bearer ${admin.token}` },
    signal: AbortSignal.timeout(2000),
  }).catch(() => ['no answer']);
  expect(own[0]).not.toBe(200);

  proxy.resume({ all: true });
  await expect
    .poll(
      async () => (await admin.post('/programs/', programInput({ title: 'Written After' }))).status,
      { interval: 500 },
    )
    .toBe(201);
  for (const path of PATHS.slice(0, 2))
    await expect
      .poll(async () => (await read(path))[1], { interval: 200 })
      .toContain('Written After');
});
