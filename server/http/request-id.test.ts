import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { startRealServer, type RealServer } from '#tests/e2e/real-server.ts';

const UUID = /^[\da-f-]{36}$/;

let app: TestApp;
let server: RealServer;
beforeAll(async () => {
  app = await createTestApp();
  server = await startRealServer({ LOG_LEVEL: 'debug', TRUST_PROXY: '1', SAMPLE_DATA: 'off' });
});
afterAll(async () => {
  await server.stop();
  await app.close();
});

const linesOf = (id: string) =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes(id));

test('an answer that refuses carries an id of its own, one that does not carries none', async () => {
  const [first, second] = [await app.visitor.get('/nothing'), await app.visitor.get('/auth/me')];
  for (const { headers } of [first, second]) expect(headers.get('x-request-id')).toMatch(UUID);
  expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  expect((await app.visitor.get('/faqs/')).headers.get('x-request-id')).toBeNull();
});

test('so does one that never reached the framework', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('hello\r\n\r\n');
  expect(await text(socket)).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/i);
});

test('without a trusted proxy nobody else can set it', async () => {
  const { headers } = await app.visitor.get('/nothing', {
    headers: { 'x-request-id': 'chosen-by-somebody' },
  });
  expect(headers.get('x-request-id')).toMatch(UUID);
});

test('every line that a request causes carries the id that the proxy gave it, once', async () => {
  const id = randomUUID();
  const answer = await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'nobody@example.com', password: 'Wrong-Password-9' }),
    headers: { 'content-type': 'application/json', 'x-request-id': id },
  });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([400, id]);
  const denied = randomUUID();
  await fetch(`${server.url}/api/v1/auth/admin/users`, { headers: { 'x-request-id': denied } });
  await expect.poll(() => linesOf(denied).length).toBeGreaterThan(0);
  expect(linesOf(denied)[0]).toContain('"msg":"denied"');
  const lines = linesOf(id);
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('login refused');
  for (const line of lines) {
    expect(JSON.parse(line).request_id).toBe(id);
    expect(line.split('request_id')).toHaveLength(2);
  }
});

test('an id with other characters is not adopted', async () => {
  const answer = await fetch(`${server.url}/api/v1/nothing`, {
    headers: { 'x-request-id': 'a"},{"level":60' },
  });
  expect(answer.headers.get('x-request-id')).toMatch(UUID);
});
