/**
 * Connects HTTP and the cache: answers requests from it, and stores what a call or page has just
 * produced.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { REQUEST_ID } from './request-id.ts';

import type { CachedResponse, Coding, ResponseCache } from '../cache/response-cache.ts';

/** The key under which the answer will be cached, and the version read before it was produced. */
type Pending = { key: string; version: number };
const pending = new WeakMap<FastifyRequest, Pending>();

type CachedRead = {
  key: string;
  response: ServerResponse;
  /** Called with the answer once it is available. */
  give: (entry: CachedResponse) => void;
  /** Called when the answer has to be produced. */
  make: () => void;
};

/**
 * After a write, hundreds may ask for the same page at once: the first request renders it, the
 * others wait for the cached result.
 */
export function readThroughCache(
  cache: ResponseCache,
  { key, response, give, make }: CachedRead,
): void {
  const begin = () => {
    if (!cache.inFlight(key)) response.once('close', cache.begin(key));
    make();
  };
  const giveOrMake = (entry: CachedResponse | undefined) => (entry ? give(entry) : begin());
  cache.get(key).then((entry) => {
    if (entry) return give(entry);
    const made = cache.inFlight(key);
    return made ? made.then(() => cache.get(key)).then(giveOrMake) : begin();
  }, make);
}

/** If-None-Match: one tag, a list of them, or `*`. */
const isSame = (asked: string | undefined, etag: string): boolean =>
  asked !== undefined &&
  (asked === etag || asked === '*' || asked.split(',').some((tag) => tag.trim() === etag));

export function writeCached(
  cache: ResponseCache,
  { key, entry }: { key: string; entry: CachedResponse },
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { etag } = entry.headers;
  if (etag && isSame(headers['if-none-match'], etag)) {
    response.writeHead(304, entry.headers).end();
    return;
  }
  const write = ({ head, body }: CachedResponse['plain']) => {
    response.writeHead(entry.status, head);
    response.end(body);
  };
  const coding = codingOf(headers['accept-encoding']);
  const ready = coding ? entry.compressed[coding] : entry.plain;
  if (ready) write(ready);
  else cache.compressed(key, entry, coding!).then(write, () => write(entry.plain));
}

const REFUSED = '(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))';
const TAKES: readonly (readonly [Coding, RegExp])[] = [
  ['br', new RegExp(`\\bbr\\b${REFUSED}`)],
  ['gzip', new RegExp(`\\bgzip\\b${REFUSED}`)],
];

/** The best encoding that the client accepts; `q=0` refuses one. */
const codingOf = (accepted = ''): Coding | undefined =>
  TAKES.find(([, takes]) => takes.test(accepted))?.[0];

/**
 * Reads the version before anything else, so that an answer produced during a write is never
 * cached. Caches nothing while no version can be read.
 */
export async function beginCaching(
  { cache }: Services,
  request: FastifyRequest,
  key: string,
): Promise<void> {
  const version = await cache.publicVersion();
  if (version !== undefined) pending.set(request, { key, version });
}

/** For an answer that turned out to be the same under another key. */
export function cacheAs(request: FastifyRequest, key: string): void {
  const place = pending.get(request);
  if (place) pending.set(request, { ...place, key });
}

/** For an answer that turned out not to be the same for everybody. */
export const skipCaching = (request: FastifyRequest): void => void pending.delete(request);

/** An onSend hook: caches a complete public answer under its address and passes it on. */
export async function cacheResponse(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const place = pending.get(request);
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!place || !isWhole || request.method !== 'GET' || ![200, 404].includes(reply.statusCode))
    return payload;
  const body = Buffer.from(payload as string);
  if (reply.statusCode === 200)
    reply.header(
      'etag',
      `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    );
  reply.header('vary', 'accept-encoding');
  if (!request.headers.authorization) await setCached(services, place, reply, body);
  const etag = reply.getHeader('etag');
  return etag && isSame(request.headers['if-none-match'], String(etag))
    ? notModified(reply)
    : payload;
}

async function setCached(
  { cache, log }: Services,
  { key, version }: Pending,
  reply: FastifyReply,
  body: Buffer,
): Promise<void> {
  try {
    const validUntil = await cache.validUntil(version);
    cache.set(
      key,
      { status: reply.statusCode, headers: headersOf(reply), body },
      version,
      validUntil.getTime(),
    );
  } catch (error) {
    // The answer itself is unaffected; the next one has to be produced again.
    log.warn({ err: error }, 'an answer could not be cached');
  }
}

/** The client already has these bytes, although something else has been written since. */
function notModified(reply: FastifyReply): null {
  reply.code(304).removeHeader('content-length').removeHeader('content-type');
  return null;
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const {
    'content-length': _length,
    'content-encoding': _encoding,
    [REQUEST_ID]: _requestId,
    ...headers
  } = reply.getHeaders();
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
