/** Between HTTP and the cache: answers a request from it, and keeps what a call or page has just made. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cache, CachedAnswer } from './cache.ts';
import type { Services } from './context.ts';
import { nextPublicTurn } from './programs/store.ts';

const compressBrotli = promisify(brotliCompress);
const versions = new WeakMap<FastifyRequest, number>();

/** Starts answering if the address is cached and answers true; else false. `otherwise` runs when the cached answer is out of date. */
export function answerFromCache(cache: Cache, request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean {
  const url = request.url!;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.headers.authorization || !(cache.has(url) || cache.making.has(url))) return false;
  cache.find(url).then(
    (entry) => (entry ? write(entry, request, response) : makeOnce(cache, request, response, otherwise)),
    otherwise,
  );
  return true;
}

/** Milliseconds that others wait for what the first has made. */
const PATIENCE = 2000;

/** After a write hundreds may ask for the same page at the same moment: the first has it made, the others wait for what that one keeps. */
function makeOnce(cache: Cache, request: IncomingMessage, response: ServerResponse, otherwise: () => void): void {
  const url = request.url!;
  const made = cache.making.get(url);
  if (made) return void Promise.race([made, wait(PATIENCE)]).then(() => cache.find(url)).then((entry) => (entry ? write(entry, request, response) : otherwise()), otherwise);
  response.once('close', cache.beginMaking(url));
  otherwise();
}

/** Head and body as they leave, made once for each cached answer: of a busy server's work this is the largest part. */
type Wire = { head: string[]; body: Buffer };
const wires = new WeakMap<CachedAnswer, { plain: Wire; brotli: Wire }>();

function wiresOf(entry: CachedAnswer) {
  const toWire = (body: Buffer, more: Record<string, string>): Wire => ({ head: Object.entries({ ...entry.headers, ...more, 'content-length': String(body.length) }).flat(), body });
  const plain = toWire(entry.body, {});
  const made = { plain, brotli: entry.brotli ? toWire(entry.brotli, { 'content-encoding': 'br' }) : plain };
  wires.set(entry, made);
  return made;
}

/** If-None-Match: one tag, a list of them, or `*`. */
const isSame = (asked: string | undefined, etag: string): boolean => asked !== undefined && (asked === etag || asked === '*' || asked.split(',').some((tag) => tag.trim() === etag));

function write(entry: CachedAnswer, { headers }: IncomingMessage, response: ServerResponse): void {
  const { etag } = entry.headers;
  if (etag && isSame(headers['if-none-match'], etag)) {
    response.writeHead(304, entry.headers).end();
    return;
  }
  const made = wires.get(entry) ?? wiresOf(entry);
  const { head, body } = /\bbr\b/.test(headers['accept-encoding'] ?? '') ? made.brotli : made.plain;
  response.writeHead(entry.status, head);
  response.end(body);
}

/** Notes the version before anything is read, so that an answer made across a write is never kept. */
export async function startRemembering(services: Services, request: FastifyRequest): Promise<void> {
  versions.set(request, await services.cache.versionOf('public'));
}

/** An onSend step: keeps a complete answer for everybody under its address, and passes it on. */
export async function rememberAnswer(services: Services, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const version = versions.get(request);
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (version === undefined || !isWhole || request.method !== 'GET' || reply.statusCode !== 200) return payload;
  const body = Buffer.from(payload as string);
  reply.header('etag', `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`);
  reply.header('vary', 'accept-encoding');
  const isUnchanged = isSame(request.headers['if-none-match'], String(reply.getHeader('etag')));
  if (request.headers.authorization) return isUnchanged ? notModified(reply) : payload;
  const now = services.clock();
  const validUntil = await nextPublicTurn(services.db.read, now);
  services.cache.keep(request.raw.url!, { status: reply.statusCode, headers: headersOf(reply), body, brotli: await squeeze(body) }, version, validUntil.getTime());
  return isUnchanged ? notModified(reply) : payload;
}

/** The bytes are what the asker has, though something else was written meanwhile. */
function notModified(reply: FastifyReply): null {
  reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = reply.getHeaders();
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

async function squeeze(body: Buffer): Promise<Buffer | undefined> {
  if (body.length < 512) return undefined;
  return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
