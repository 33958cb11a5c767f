import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Services } from '../context.ts';
import { createQueue, type Limits, type Queue } from './queue.ts';

let server: Server;
let url: string;
/** Requests that are currently running. */
let heldResponses: ServerResponse[];
let warnings: unknown[];
let arrived: number;
let closedCount: number;
let isHolding: boolean;
let queue: Queue;

const LIMITS: Limits = {
  running: { cached: Infinity, urgent: 2, read: 2, page: 2 },
  waiting: 3,
  waitMs: 60_000,
};
/** Nothing is cached here. */
const addresses = { find: () => undefined, isRouted: () => false };

async function start(limits: Partial<Limits> = {}): Promise<void> {
  [heldResponses, warnings, isHolding, arrived, closedCount] = [[], [], true, 0, 0];
  const log = { warn: (...words: unknown[]) => void warnings.push(words) } as Services['log'];
  const services = { log, traffic: { cached: 0, refused: 0 } } as Services;
  queue = createQueue(
    services,
    { addresses, hasSubject: async () => true },
    { ...LIMITS, ...limits },
  );
  server = createServer((request, response) => {
    arrived += 1;
    response.once('close', () => (closedCount += 1));
    queue.admit(request, response, () => {
      if (request.url === '/long') queue.release(request);
      if (request.url === '/long') return void response.end(Buffer.alloc(20_000_000));
      if (!isHolding || request.method === 'POST') return void response.end('here');
      heldResponses.push(response);
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
      message: 'The site is very busy right now. Try again in a moment.',
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
  expect(await page.text()).toContain('The site is very busy right now. Try again in a moment.');
  release();
  await Promise.all(answers);
});

test('no request waits longer than allowed', async () => {
  stop();
  await start({ running: { ...LIMITS.running, page: 1 }, waitMs: 50 });
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

test('a form posted without script, and a screen for logging in, wait for no page', async () => {
  const pages = [ask('/'), ask('/'), ask('/')];
  await expect.poll(() => heldResponses.length).toBe(2);
  expect((await ask('/contact-us', 'POST')).status).toBe(200);
  const login = ask('/login');
  await expect.poll(() => heldResponses.length).toBe(3);
  release();
  expect((await Promise.all([...pages, login])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ]);
});

test('a page waits while others connect, and is made in the end even if they never stop', async () => {
  const page = ask('/');
  await expect.poll(() => arrived).toBe(1);
  const turns = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      queue.noteConnection();
      await nextTurn();
    }
  };
  await turns(200);
  expect(heldResponses).toHaveLength(1);
  release();
  expect((await page).status).toBe(200);
});

test('after it was closed, whoever waits or comes is refused, and who runs is waited for', async () => {
  const pages = [ask('/'), ask('/'), ask('/')];
  await expect.poll(() => heldResponses.length).toBe(2);
  let isClosed = false;
  const closed = queue.close().then(() => (isClosed = true));
  const refused = await Promise.race(pages);
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
  expect((await ask('/healthz')).status).toBe(503);
  expect(isClosed).toBe(false);
  release();
  await Promise.all([closed, ...pages]);
});
