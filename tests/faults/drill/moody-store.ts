/** An S3 store that is down, slow or wrong: changes the answers of the real store behind it. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export type StoreMood =
  | 'good'
  | 'dead'
  | 'slow'
  | 'busy'
  | 'answer lost'
  | 'truncated'
  | 'altered'
  | 'altered on the way'
  | 'nothing stored';

export type MoodyStore = { url: string; mood: StoreMood; broken: number; stop(): Promise<void> };

const SLOW_MS = 700;
type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

function pass(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, headers, url } = incoming;
  return new Promise((resolve, reject) => {
    const passed = request(new URL(url!, target), { method, headers }, (answer) => {
      buffer(answer).then(
        (whole) => resolve({ status: answer.statusCode!, headers: answer.headers, body: whole }),
        reject,
      );
    });
    passed.on('error', reject).end(body);
  });
}

const flipped = (body: Buffer): Buffer => {
  if (body.length === 0) return body;
  const altered = Buffer.from(body);
  const middle = altered.length >> 1;
  altered[middle] = altered[middle]! ^ 0xff;
  return altered;
};

/** Objects begin like a PDF: lists and errors are left unchanged. */
const isObject = ({ body }: Answer) => body.subarray(0, 5).toString() === '%PDF-';

export async function startMoodyStore(target: string): Promise<MoodyStore> {
  const store: MoodyStore = { url: '', mood: 'good', broken: 0, stop };
  const give = (response: ServerResponse, { status, headers, body }: Answer) => {
    response.writeHead(status, headers).end(body);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { mood } = store;
    if (mood !== 'good') store.broken += 1;
    if (mood === 'dead') return void response.destroy();
    const content = await buffer(request);
    const body = mood === 'altered on the way' ? flipped(content) : content;
    if (mood === 'busy') return void response.writeHead(503, { 'retry-after': '1' }).end();
    if (mood === 'slow') await pause(SLOW_MS);
    if (mood === 'nothing stored' && request.method === 'PUT')
      return void response.writeHead(200, { etag: '"0"' }).end();
    const answer = await pass(target, request, body);
    if (mood === 'answer lost') return void response.destroy();
    if (!isObject(answer)) return give(response, answer);
    if (mood === 'altered') return give(response, { ...answer, body: flipped(answer.body) });
    if (mood !== 'truncated') return give(response, answer);
    response.writeHead(answer.status, answer.headers).write(answer.body.subarray(0, 400));
    setImmediate(() => response.destroy());
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return store;
}
