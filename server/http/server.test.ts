import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { enquiryInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

test('while the server ends, what is in flight is answered, and what follows on the same connection gets 503 and close', async () => {
  app = await createTestApp();
  const ending = app;
  app = undefined;
  const body = JSON.stringify({ username: 'nobody@example.com', password: 'Wrong-Password-9' });
  const socket = connect(Number(new URL(ending.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.write(
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await expect.poll(() => answer).toContain('100 Continue');
  const ended = ending.close();
  await expect
    .poll(() =>
      fetch(`${ending.url}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  socket.write(`${body}GET /api/v1/programs/ HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'close');
  const [, first, second] = answer.split(/(?=HTTP\/1\.1 )/);
  expect(first).toContain('HTTP/1.1 400');
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(second).toMatch(/\r\nconnection: close\r\n/i);
  expect(second).toContain(
    '{"message":"The service is not available right now. Try again in a moment.","code":"unavailable"}',
  );
  await ended;
});

test('behind a proxy, a request on an open connection while the server ends is served, and closes the connection', async () => {
  app = await createTestApp({ TRUST_PROXY: '1' });
  const ending = app;
  app = undefined;
  const { port } = new URL(ending.url);
  const connections = Array.from({ length: 3 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    const received = { answers: '', isClosed: false };
    socket.on('data', (chunk) => (received.answers += chunk));
    socket.on('close', () => (received.isClosed = true));
    return { socket, received };
  });
  const ask = (path: string) => {
    for (const { socket } of connections)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  };
  ask('/healthz');
  for (const { received } of connections) await expect.poll(() => received.answers).toContain('ok');
  const ended = ending.close();
  await expect.poll(() => canConnect(Number(port))).toBe(false);
  expect(connections.map(({ received }) => received.isClosed)).toEqual([false, false, false]);
  ask('/api/v1/programs/');
  await ended;
  for (const { received } of connections) {
    await expect.poll(() => received.isClosed).toBe(true);
    const [, second] = received.answers.split(/(?=HTTP\/1\.1 )/);
    expect(second).toMatch(/^HTTP\/1\.1 200 /);
    expect(second).toMatch(/\r\nconnection: close\r\n/i);
  }
});

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket
      .once('connect', () => resolve(socket.destroy().destroyed))
      .once('error', () => resolve(false));
  });

/**
 * Sends one request on a persistent connection; resolves with everything received until it is
 * closed.
 */
function askOnOneConnection(url: string, head: string, body = ''): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.write(
    `${head} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer somebody\r\n\r\n${body}`,
  );
  return once(socket, 'close').then(() => answer);
}

test('while the server ends, running requests are answered, and queued ones get 503 in the format that they asked for', async () => {
  app = await createTestApp();
  const ending = app;
  app = undefined;
  const gate = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  // A writer has the embedded database to itself: all other requests block where they need it.
  const writing = ending.services.db.write(async () => {
    isHeld.resolve();
    await gate.promise;
  });
  await isHeld.promise;
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const form = new URLSearchParams({ ...enquiryInput(), message: 'Where do looms apply?' });
  const pages = numbers.flatMap((number) => [
    ...(isBuilt ? [askOnOneConnection(ending.url, `GET /post/all?page=${2 + number}`)] : []),
    ...(isBuilt
      ? [askOnOneConnection(ending.url, `POST /contact-us?u=${number}`, String(form))]
      : []),
  ]);
  const reads = [...numbers, ...numbers].map((number) =>
    askOnOneConnection(ending.url, `GET /api/v1/cms/?skip=${number}`),
  );
  await fetch(`${ending.url}/healthz`);
  const ended = ending.close();
  await expect
    .poll(() =>
      fetch(`${ending.url}/healthz`).then(
        () => 'let in',
        () => 'refused',
      ),
    )
    .toBe('refused');
  gate.resolve();
  await Promise.all([writing, ended]);
  const isOurs = (answer: string, isPage: boolean) =>
    /\r\nretry-after: \d+\r\n/i.test(answer) &&
    answer.includes(isPage ? '<h1>Try again in a moment</h1>' : '"code":"');
  for (const [answers, isPage] of [
    [await Promise.all(pages), true],
    [await Promise.all(reads), false],
  ] as const)
    expect(
      answers.filter(
        (answer) => !/^HTTP\/1\.1 (200|201|302|303) /.test(answer) && !isOurs(answer, isPage),
      ),
    ).toEqual([]);
});
