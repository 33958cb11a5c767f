import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EICAR, startClamd, type ClamdServer } from '#tests/servers/clamd.ts';
import { createClamd } from './clamd.ts';

let server: ClamdServer;
beforeEach(async () => void (server = await startClamd()));
afterEach(() => server.stop());

const never = new AbortController().signal;
/** Short only where the test waits for it: everything else may take its time on a busy machine. */
const SHORT = { ping: 300, silence: 300 };

async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part as string);
}
const scan = (content: AsyncIterable<Buffer>, signal = never) =>
  createClamd(server).scan(content, signal);

test('a clean file arrives completely, in chunks, even empty ones', async () => {
  const large = Buffer.alloc(3_000_000, 'x');
  expect(await scan(chunks('%PDF-', '', large, ' end'))).toBe(null);
  expect(server.files).toEqual([Buffer.concat([Buffer.from('%PDF-'), large, Buffer.from(' end')])]);
});

test('a threat is named, even across chunks', async () => {
  expect(await scan(chunks('%PDF-', EICAR.slice(0, 20), EICAR.slice(20)))).toBe(
    'Eicar-Test-Signature',
  );
});

test.each(['zINSTREAM\0', 'nINSTREAM\n'])(
  'the test server takes %j as clamd does',
  async (command) => {
    const socket = connect(server.port, server.host);
    socket.end(
      Buffer.concat([
        Buffer.from(command),
        Buffer.from([0, 0, 0, 2]),
        Buffer.from('hi'),
        Buffer.alloc(4),
      ]),
    );
    expect(String((await once(socket, 'data'))[0])).toBe(`stream: OK${command.at(-1)}`);
  },
);

describe('no verdict, and a reason', () => {
  test('where clamd answers an error', async () => {
    server.mood = 'error';
    await expect(scan(chunks('x'))).rejects.toThrow(
      'clamd answered: stream: Can not allocate memory ERROR',
    );
  });

  test('where it did not scan the whole file', async () => {
    server.mood = 'exceeded';
    await expect(scan(chunks('x'))).rejects.toThrow(
      'clamd answered: stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
    );
  });

  test('where the file is larger than clamd accepts; the rest is not read', async () => {
    server.maxBytes = 1_000_000;
    let read = 0;
    async function* endless() {
      for (; read < 10_000; read += 1) yield Buffer.alloc(65_536);
    }
    await expect(scan(endless())).rejects.toThrow(
      /size limit exceeded|StreamMaxLength|ECONNRESET|EPIPE/,
    );
    expect(read).toBeLessThan(10_000);
  });

  test('where clamd closes the connection, hangs or is not running', async () => {
    server.mood = 'close';
    await expect(scan(chunks('x'))).rejects.toThrow(/closed the connection|ECONNRESET/);
    server.mood = 'hang';
    await expect(createClamd(server, SHORT).scan(chunks('x'), never)).rejects.toThrow('for 0.3 s');
    await server.stop();
    await expect(scan(chunks('x'))).rejects.toThrow('ECONNREFUSED');
    await server.start();
  });

  test('where the file comes too slowly, breaks off, or is no longer wanted', async () => {
    async function* slow() {
      for (;;) {
        yield Buffer.from('x');
        await sleep(50);
      }
    }
    await expect(createClamd(server, { whole: 200 }).scan(slow(), never)).rejects.toThrow(
      'within 0.2 s',
    );
    async function* broken() {
      yield Buffer.from('x');
      throw new Error('the disk is gone');
    }
    await expect(scan(broken())).rejects.toThrow('the disk is gone');
    const stop = new AbortController();
    const scanned = scan(slow(), stop.signal);
    stop.abort();
    await expect(scanned).rejects.toThrow('stopped');
    await expect(scan(slow(), stop.signal)).rejects.toThrow('stopped');
  });
});

test('a ping tells whether it answers', async () => {
  await createClamd(server).ping(never);
  server.mood = 'deaf';
  await expect(createClamd(server, SHORT).ping(never)).rejects.toThrow('0.3 s');
  await server.stop();
  await expect(createClamd(server).ping(never)).rejects.toThrow('ECONNREFUSED');
  await server.start();
});
