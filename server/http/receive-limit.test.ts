import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { limitReceiving, maxRequestBytes, receiveMs } from './entrance.ts';

const MEGABYTE = 1024 * 1024;
const largestOf = (sizes: { hasFiles?: boolean; takesBytes?: boolean }) =>
  maxRequestBytes(
    { hasFiles: false, takesBytes: false, ...sizes },
    { maxUploadBytes: 20 * MEGABYTE, bodyLimit: MEGABYTE },
  );
let server: Server;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function listen(
  msFor: (bytes: number) => number,
  onBody: () => unknown = () => undefined,
): Promise<number> {
  server = createServer((request, response) => {
    limitReceiving(request, MEGABYTE, msFor);
    request.on('error', () => undefined);
    request.resume().once('end', () => {
      onBody();
      response.end('here');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Also after a line that breaks, which `once` would throw. */
const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));

/**
 * Sends a head that announces a body, followed by as much of it as given; resolves with everything
 * received until the end.
 */
async function send(port: number, head: string, body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const drip = setInterval(
    () => socket.writable && head.includes('chunked') && socket.write('1\r\nx\r\n'),
    20,
  );
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n\r\n${body}`);
  await closed(socket);
  clearInterval(drip);
  return answer;
}

test('a line of 50 kB a second gets the largest submission through with a margin, and a small body has a minute or so', () => {
  const largest = largestOf({ hasFiles: true });
  expect(receiveMs(largest)).toBeGreaterThan(1.2 * (largest / 50_000) * 1000);
  expect(receiveMs(largest)).toBeLessThan(30 * 60_000);
  expect(receiveMs(1000)).toBeLessThan(70_000);
});

test('the time for a body goes by what its route takes', () => {
  expect(largestOf({ hasFiles: true })).toBe(41 * MEGABYTE);
  expect(largestOf({ takesBytes: true })).toBe(20 * MEGABYTE);
  expect(largestOf({})).toBe(MEGABYTE);
  expect(receiveMs(largestOf({})), 'a chunked call without files').toBeLessThan(90_000);
});

test.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
  'a request that drips for ever ends with a sentence: %s',
  async (head) => {
    const port = await listen(() => 100);
    const answer = await send(port, head);
    expect(answer).toContain('HTTP/1.1 408 Request Timeout');
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      code: 'too_slow',
      message: 'The request took too long to arrive. Try again.',
    });
  },
);

test('who still sends when the refusal comes can read it', async () => {
  const port = await listen(() => 50);
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  await new Promise((resolve) => accepted.once('finish', resolve));
  const end = closed(socket);
  for (let sent = 0; sent < 3; sent++) {
    socket.write('1\r\nx\r\n');
    await setTimeout(1);
  }
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk)).resume();
  await end;
  expect(answer).toContain('The request took too long to arrive.');
});

test('what is refused is not carried out, although the rest of it comes', async () => {
  const onBody = vi.fn();
  const port = await listen(() => 50, onBody);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhal');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  await once(socket.resume(), 'end');
  socket.end('lo');
  await closed(accepted);
  expect(onBody).not.toHaveBeenCalled();
});

test('a body counts by the size that it announces, a stream by the largest there is', async () => {
  const counted: number[] = [];
  const port = await listen((bytes) => {
    counted.push(bytes);
    return bytes === MEGABYTE ? 100 : 60_000;
  });
  expect(await send(port, 'Content-Length: 5', 'hello')).toContain('here');
  await send(port, 'Transfer-Encoding: chunked');
  await send(port, `Content-Length: ${2 * MEGABYTE}`);
  expect(counted).toEqual([5, MEGABYTE, MEGABYTE]);
});

test('a call of a page to the API has no socket, and ends nothing when its time is over', async () => {
  const fault = vi.fn();
  process.on('uncaughtException', fault);
  const app = fastify();
  app.addHook('onRequest', async ({ raw }) => limitReceiving(raw, 10, () => 1));
  app.post('/', async () => 'done');
  const answer = await app.inject({ method: 'POST', url: '/', payload: { text: 'x' } });
  await setTimeout(50);
  process.off('uncaughtException', fault);
  expect([answer.body, fault.mock.calls]).toEqual(['done', []]);
});
