/**
 * The baseline of all comparisons: `node:http` and nothing else. Its parent process says what to
 * send and where to write.
 */
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { verify } from '@node-rs/argon2';
import type { Orders } from './bare.ts';

let headers: Record<string, string> = {};
let body = Buffer.alloc(0);
let dir = '';
let hash = '';
let count = 0;

process.on('message', (orders: Orders) => {
  ({ headers, dir, hash } = orders);
  body = Buffer.from(orders.body, 'base64');
  process.send!('ready');
});

let log: Promise<FileHandle> | undefined;

/** Appended and synced before the answer. */
async function writeDurably(request: IncomingMessage): Promise<void> {
  const bytes = await buffer(request);
  const file = await (log ??= open(join(dir, 'requests.log'), 'a'));
  await file.appendFile(bytes);
  await file.datasync();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/verify') await verify(hash, 'Akwaaba-2026!');
  else if (request.url === '/durable') await writeDurably(request);
  else if (request.method === 'POST')
    await pipeline(request, createWriteStream(join(dir, `${(count += 1)}.bin`)));
  response.writeHead(200, headers);
  response.end(body);
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url !== '/verify')
    response.writeHead(200, headers).end(body);
  else answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
