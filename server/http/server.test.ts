import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

test('while the server ends, what is in flight is answered, and what comes after it on the same connection hears 503 and close', async () => {
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
    '{"message":"The service is not available right now. Please try again in a moment.","code":"unavailable"}',
  );
  await ended;
});
