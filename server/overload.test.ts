import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOverloadedPage, refuseOverload, sendOverloadedPage } from './overload.ts';
import { sendProblem } from './problems.ts';

let app: FastifyInstance;
let url: string;
let isLate = true;
let release: () => void;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => (isOverloadedPage(error, request) ? sendOverloadedPage(request, reply) : sendProblem(error, request, reply)));
  await refuseOverload(app, { healthCheck: async () => !isLate, healthCheckInterval: 5 });
  const held = new Promise<void>((resolve) => (release = resolve));
  app.get('/held', () => held.then(() => 'held'));
  for (const path of ['/', '/inner', '/api/v1/programs/']) app.get(path, async () => 'here');
  app.post('/api/v1/auth/login', async (_request, reply) => reply.code((await app.inject('/inner')).statusCode).send('in'));
  app.post('/contact-us', async () => 'sent');
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const ask = (path: string, method = 'GET') => fetch(url + path, { method, headers: { accept: 'text/html' } });

test('a machine that is slow by itself refuses nobody', async () => {
  expect((await ask('/')).status).toBe(200);
});

test('with many here at once browsing is put off, logging in goes on, and a person sees a page', async () => {
  const held = Array.from({ length: 50 }, () => ask('/held'));
  await expect.poll(async () => (await ask('/api/v1/programs/')).status).toBe(503);
  const refused = await ask('/api/v1/programs/');
  expect([refused.headers.get('retry-after'), await refused.json()]).toEqual(['5', { code: 'overloaded', message: 'Very many people are here right now. Please try again in a moment.' }]);
  const page = await ask('/');
  expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([503, '5', 'text/html; charset=utf-8', 'no-store']);
  expect(await page.text()).toContain('Very many people are here right now. Please try again in a moment.');
  expect(await (await ask('/contact-us', 'POST')).text()).toContain('Nothing was sent.');
  expect((await ask('/api/v1/auth/login', 'POST')).status, 'with what it asks inside').toBe(200);
  isLate = false;
  await expect.poll(async () => (await ask('/')).status).toBe(200);
  release();
  await Promise.all(held);
});
