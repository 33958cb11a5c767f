import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRequestQueue, type Limits, type RequestQueue } from './request-queue.ts';

let server: Server;
let url: string;
/** Requests that are currently running. */
let heldResponses: ServerResponse[];
let warnings: unknown[];
let arrived: number;
let closedCount: number;
let isHolding: boolean;
let queue: RequestQueue;

const LIMITS: Limits = {
  concurrency: { cached: Infinity, read: 2, render: 2 },
  maxQueued: 3,
  maxWaitMs: 60_000,
  budgetMs: 10,
};

async function start(limits: Partial<Limits> = {}): Promise<void> {
  [heldResponses, warnings, isHolding, arrived, closedCount] = [[], [], true, 0, 0];
  queue = createRequestQueue(
    { warn: (...words: unknown[]) => void warnings.push(words) },
    { ...LIMITS, ...limits },
  );
  server = createServer((request, response) => {
    arrived += 1;
    response.once('close', () => (closedCount += 1));
    const run = () => {
      if (request.url === '/long') queue.release(request);
      if (request.url === '/long') return void response.end(Buffer.alloc(20_000_000));
      if (!isHolding || request.method === 'POST') return void response.end('here');
      heldResponses.push(response);
    };
    if (request.method === 'POST') return run();
    queue.enqueue(request.url!.startsWith('/urgent') ? 'render' : 'read', {
      request,
      response,
      arrivedAt: performance.now(),
      run,
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
function release(): void {
  isHolding = false;
  for (const response of heldResponses) response.end('here');
}
function stop(): void {
  server.close();
  server.closeAllConnections();
}
beforeEach(() => start());
afterEach(stop);

const ask = (path: string, method = 'GET') =>
  fetch(url + path, { method, headers: { accept: 'text/html' } });

test('reads queue; a request that finds the queue full is refused at once, and logging in goes on', async () => {
  const answers = Array.from({ length: 6 }, () => ask('/api/v1/programs/'));
  const refused = await Promise.race(answers);
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '5',
    {
      code: 'overloaded',
      message: 'Very many people are here right now. Please try again in a moment.',
    },
  ]);
  expect(warnings).toEqual([[{ refused: 1 }, 'more requests arrived than could be answered']]);
  expect((await ask('/api/v1/auth/login', 'POST')).status).toBe(200);
  expect(heldResponses).toHaveLength(2);
  release();
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([
    200, 200, 200, 200, 200, 503,
  ]);
  expect((await ask('/')).status).toBe(200);
});

test('a person who opened a page reads the sentence on a page', async () => {
  const answers = Array.from({ length: 6 }, () => ask('/contact-us'));
  const page = await Promise.race(answers);
  expect([
    page.status,
    page.headers.get('retry-after'),
    page.headers.get('content-type'),
    page.headers.get('cache-control'),
  ]).toEqual([503, '5', 'text/html; charset=utf-8', 'no-store']);
  expect(await page.text()).toContain(
    'Very many people are here right now. Please try again in a moment.',
  );
  release();
  await Promise.all(answers);
});

test('no request waits longer than allowed', async () => {
  stop();
  await start({ concurrency: { cached: Infinity, read: 1, render: 1 }, maxWaitMs: 50 });
  const first = ask('/');
  await expect.poll(() => heldResponses.length).toBe(1);
  expect((await ask('/')).status).toBe(503);
  release();
  expect((await first).status).toBe(200);
  expect((await ask('/')).status).toBe(200);
});

test('a client that disconnects, while running or waiting, frees its place for others', async () => {
  const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => arrived).toBe(5);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => closedCount).toBe(5);
  const publicPages = [ask('/'), ask('/')];
  await expect.poll(() => heldResponses.length).toBe(4);
  release();
  expect((await Promise.all(publicPages)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a client that reads its answer slowly holds up nobody', async () => {
  const sockets = Array.from({ length: 4 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) socket.pause().write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => arrived).toBe(4);
  isHolding = false;
  expect((await ask('/')).status).toBe(200);
  expect(closedCount).toBe(1);
  for (const socket of sockets) socket.destroy();
});
