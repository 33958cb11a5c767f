/**
 * Requests that no browser sends: each is answered in the one error shape, and none is a defect.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  port = Number(new URL(app.url).port);
});
afterAll(() => app.close());

/** Resolves with everything that the server sent until it closed the connection. */
function say(text: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (response += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = response.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body });
    });
  });
}
const ask = (line: string, more = '') =>
  say(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

test('a target in absolute form is the page or call of its path', async () => {
  expect((await ask('GET http://localhost/api/v1/faqs/')).status).toBe(200);
  expect((await ask('GET https://elsewhere.example.com/healthz?x=1')).status).toBe(200);
  expect((await ask('GET http://localhost')).status).toBeLessThan(404);
  expect(JSON.parse((await ask('GET HTTP://localhost/api/v1/nothing')).body)).toMatchObject({
    code: 'not_found',
  });
});

test.each<[string, number, string]>([
  ['GET *', 400, 'unreadable_body'],
  ['OPTIONS *', 400, 'unreadable_body'],
  ['CONNECT localhost:80', 400, 'unreadable_body'],
  ['BREW /coffee', 400, 'unreadable_body'],
  ['PROPFIND /api/v1/faqs/', 404, 'not_found'],
  ['TRACE /', 404, 'not_found'],
  ['GET /api/v1/nothing/%00', 404, 'not_found'],
])('%s is %i', async (line, status, code) => {
  const answer = await ask(line);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ code, message: expect.stringMatching(/\.$/) });
  expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i);
});

test.each<[string, string, number, string]>([
  [
    'a head that is too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'unreadable_body'],
  [
    'a header with NUL',
    'GET /api/v1/faqs/ HTTP/1.1\r\nHost: x\r\nIf-Match: a\0b\r\n\r\n',
    400,
    'unreadable_body',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'unreadable_body',
  ],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'unreadable_body'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'unreadable_body'],
  ['one host twice', 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400, 'unreadable_body'],
  [
    'two hosts in HTTP/1.0',
    'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n',
    400,
    'unreadable_body',
  ],
  [
    'an expectation that nobody knows',
    'POST /api/v1/faqs/ HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n',
    400,
    'unreadable_body',
  ],
])('%s is refused in the one error shape', async (_, text, status, code) => {
  const answer = await say(text);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({ code, message: expect.stringMatching(/\.$/) });
});

test.each([
  ['first_name=a%00b', 422],
  ['first_name=caf%E9', 400],
  ['first_name=%E2%80%8B', 422],
])('the form of a page that holds %s is refused with %i', async (body, status) => {
  const answer = await fetch(`${app.url}/contact-us`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(status);
});

test.each([
  '/national-pitch-trek/programs?sector=%00',
  '/post/all?page=%00',
  '/?utm_campaign=caf%E9',
  '/post/all?page=caf%E9',
])('the query of a page cannot harm it: %s', async (path) => {
  expect((await ask(`GET ${path}`)).status).toBeLessThan(405);
});

test.each([
  '/preview/..%2f',
  '/preview/..%2f.png',
  '/preview/%2e%2e%2f%2e%2e.png',
  '/preview/a%2f..%2f..%2f.png',
])('the preview picture %s is not there', async (path) =>
  expect((await ask(`GET ${path}`)).status).toBe(404),
);

test.each(['/%00', '/post/all/%00', '/national-pitch-trek/programs/%00', '/%ff', '/a%'])(
  'the page %s is not there',
  async (path) => {
    const { status, head } = await ask(`GET ${path}`);
    expect(status).toBe(404);
    expect(head).toMatch(/content-type: text\/html/i);
  },
);
