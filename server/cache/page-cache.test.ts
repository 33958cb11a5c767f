import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { programInput } from '#tests/factories.ts';
import { createPageCache } from './page-cache.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('one request makes an answer, another waits for it, and makes it if the first is gone', async () => {
  const cache = createPageCache(app.services, async (_db, now) => now);
  const made: string[] = [];
  const ask = (name: string, response: ServerResponse) =>
    cache.read({
      key: '/post/all',
      response,
      give: () => void made.push('nothing'),
      make: () => void made.push(name),
    });
  const create = () => new EventEmitter() as ServerResponse;
  const first = create();
  const both = [ask('first', first), ask('second', create())];
  await both[0];
  await Promise.resolve();
  expect(made).toEqual(['first']);
  first.emit('close');
  await both[1];
  expect(made).toEqual(['first', 'second']);
});

test('the next change is looked up once for a version, and again when it has come', async () => {
  let [now, lookups] = [1000, 0];
  const parts = { ...app.services, clock: () => new Date(now) };
  const cache = createPageCache(parts, async () => {
    lookups += 1;
    return new Date(lookups * 2000);
  });
  const reply = { statusCode: 200, header: () => undefined, getHeaders: () => ({}) };
  const store = async (key: string) => {
    const request = { method: 'GET', headers: {} } as FastifyRequest;
    await cache.keep(request, key);
    await cache.onSend(request, reply as unknown as FastifyReply, 'here');
    return (await cache.find(key))?.validUntil;
  };
  expect([await store('/'), await store('/post/all'), lookups]).toEqual([2000, 2000, 1]);
  const admin = await app.signIn({ role: 'admin' });
  await admin.post('/programs/', programInput());
  expect(await cache.find('/')).toBeUndefined();
  expect([await store('/'), lookups]).toEqual([4000, 2]);
  now = 4000;
  expect(await cache.find('/')).toBeUndefined();
  expect([await store('/'), await store('/post/all'), lookups]).toEqual([6000, 6000, 3]);
});
