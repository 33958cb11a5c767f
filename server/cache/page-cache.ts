/**
 * Answers that are the same for everybody, pages and calls, as the bytes to be sent. Keyed by
 * server/http/addresses.ts; true while no write has raised the version of the public topic, and
 * until content changes by itself (docs/decisions/0017).
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { HOUR_MS } from '#domain/constants.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { Db, Executor } from '../db/open.ts';
import { createVersionReader } from '../db/versions.ts';

type Coding = 'br' | 'gzip';
/** Head and body as written to the socket. */
type Encoding = { head: string[]; body: Buffer };
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  plain: Encoding;
  /** Each made when first asked for: most answers are only read by pages of this process. */
  compressed: Partial<Record<Coding, Promise<Encoding>>>;
  /** What all of it takes. */
  bytes: number;
  version: number;
  /** Milliseconds: when it stops to be true without a write. */
  validUntil: number;
};

/** Milliseconds that others wait for an answer that is being made. */
const MAX_WAIT_MS = 2000;
/** Milliseconds for which an answer may be given while the database cannot confirm its version. */
const MAX_STALE_MS = HOUR_MS;
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
/** Bytes below which compression gains nothing. */
const MIN_COMPRESSED_BYTES = 512;
/** Heads are texts of a few hundred characters, up to four times. */
const HEAD_BYTES = 4000;
/** Headers of one response only. */
const OWN_HEADERS = ['content-length', 'content-encoding', 'x-request-id'];

type Parts = { db: Pick<Db, 'read'>; clock: () => Date; log: Pick<Logger, 'warn'> };
type PageRequest = {
  key: string;
  response: ServerResponse;
  /** Called with the answer once it is there. */
  give: (answer: CachedResponse) => void;
  /** Called when it has to be made. */
  make: () => void;
};
export type PageCache = ReturnType<typeof createPageCache>;

/** `nextChange` returns the moment at which public content changes without a write. */
export function createPageCache(
  { db, clock, log }: Parts,
  nextChange: (db: Executor, now: Date) => Promise<Date>,
) {
  const answers = createBoundedCache<CachedResponse>(({ bytes }) => bytes);
  const versions = createVersionReader(db.read);
  /** Answers that are being made; `made` resolves when they are there, or will not be. */
  const making = new Map<string, { made: Promise<void>; end: () => void }>();
  /** Requests whose answers will be kept: their key, and the version before they were made. */
  const kept = new WeakMap<FastifyRequest, { key: string; version: number }>();
  let coming: { version: number; from: Date; at: Date } | undefined;

  /** The next change is the same for all answers of a version, until it comes. */
  async function changeAfter(version: number): Promise<Date> {
    const now = clock();
    const isNext = coming?.version === version && coming.from <= now && now < coming.at;
    if (!isNext) coming = { version, from: now, at: await nextChange(db.read, now) };
    return coming!.at;
  }

  const find = async (key: string): Promise<CachedResponse | undefined> => {
    const known = await versions.check();
    const answer = answers.get(key);
    if (!answer) return undefined;
    if (!known) return versions.outageMs() < MAX_STALE_MS ? answer : undefined;
    const isTrue = answer.version === known.public && answer.validUntil > clock().getTime();
    return isTrue ? answer : undefined;
  };

  function beginMaking(key: string, response: ServerResponse): void {
    const { promise: made, resolve } = Promise.withResolvers<void>();
    const end = () => {
      clearTimeout(timer);
      if (making.get(key)?.made === made) making.delete(key);
      resolve();
    };
    const timer = setTimeout(end, MAX_WAIT_MS).unref();
    making.set(key, { made, end });
    response.once('close', end);
  }

  async function store(key: string, version: number, reply: FastifyReply, body: Buffer) {
    const validUntil = (await changeAfter(version)).getTime();
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders())
        .filter(([name]) => !OWN_HEADERS.includes(name))
        .map(([name, value]) => [name, String(value)]),
    );
    const plain = encode(headers, body);
    const compressed = {};
    const bytes = HEAD_BYTES + body.length;
    const { statusCode: status } = reply;
    answers.set(key, { status, headers, plain, compressed, bytes, version, validUntil });
    making.get(key)?.end();
  }

  function compress(key: string, answer: CachedResponse, coding: Coding): Promise<Encoding> {
    if (answer.plain.body.length < MIN_COMPRESSED_BYTES) return Promise.resolve(answer.plain);
    return (answer.compressed[coding] ??= compressBody(answer.plain.body, coding).then(
      (body) => {
        answer.bytes += body.length;
        // Counts it again.
        if (answers.get(key) === answer) answers.set(key, answer);
        return encode({ ...answer.headers, 'content-encoding': coding }, body);
      },
      () => answer.plain,
    ));
  }

  return {
    /** The answer if it is still true. While the database does not answer: the last one. */
    find,

    /**
     * Finds the answer or has it made. After a write, hundreds may ask for the same page at once:
     * the first request makes it, the others wait for it.
     */
    async read({ key, response, give, make }: PageRequest): Promise<void> {
      let answer = await find(key);
      // Nothing is awaited in between: whoever asked at the same moment must see that it is made.
      const made = answer ? undefined : making.get(key)?.made;
      if (made) answer = await made.then(() => find(key));
      if (answer) return give(answer);
      if (!making.has(key)) beginMaking(key, response);
      make();
    },

    /** Writes it as the request accepts it, or 304. */
    write(
      key: string,
      answer: CachedResponse,
      { headers }: IncomingMessage,
      response: ServerResponse,
    ) {
      if (isSame(headers['if-none-match'], answer.headers['etag']))
        return void response.writeHead(304, answer.headers).end();
      const send = ({ head, body }: Encoding) =>
        void response.writeHead(answer.status, head).end(body);
      const coding = codingOf(headers['accept-encoding']);
      if (coding) void compress(key, answer, coding).then(send);
      else send(answer.plain);
    },

    /**
     * Call it before anything is read: an answer that was made during a write is not kept. While no
     * version can be read, nothing is.
     */
    async keep(request: FastifyRequest, key: string): Promise<void> {
      const known = await versions.check();
      if (known) kept.set(request, { key, version: known.public });
    },

    /** For an answer that turned out to be the same under another key. */
    keepAs(request: FastifyRequest, key: string): void {
      const place = kept.get(request);
      if (place) kept.set(request, { ...place, key });
    },

    /** For an answer that turned out not to be the same for everybody. */
    forget: (request: FastifyRequest): void => void kept.delete(request),

    /** An onSend hook: keeps a whole answer, with an ETag, and passes it on. */
    async onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
      const place = kept.get(request);
      const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
      if (!place || !isWhole || request.method !== 'GET' || ![200, 404].includes(reply.statusCode))
        return payload;
      const body = Buffer.from(payload as string);
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      if (reply.statusCode === 200) reply.header('etag', etag);
      reply.header('vary', 'accept-encoding');
      if (!request.headers.authorization)
        await store(place.key, place.version, reply, body).catch((error: unknown) =>
          // The answer itself is unaffected; the next one has to be made again.
          log.warn({ err: error }, 'an answer could not be cached'),
        );
      if (reply.statusCode !== 200 || !isSame(request.headers['if-none-match'], etag))
        return payload;
      // The client has these bytes, although something else has been written since.
      reply.code(304).removeHeader('content-length').removeHeader('content-type');
      return null;
    },
  };
}

const encode = (headers: Record<string, string>, body: Buffer): Encoding => ({
  head: Object.entries({ ...headers, 'content-length': String(body.length) }).flat(),
  body,
});

/** If-None-Match: one tag, a list of them, or `*`. */
const isSame = (asked: string | undefined, etag: string | undefined): boolean =>
  asked !== undefined &&
  etag !== undefined &&
  (asked === etag || asked === '*' || asked.split(',').some((tag) => tag.trim() === etag));

const REFUSED = '(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))';
const TAKES: readonly (readonly [Coding, RegExp])[] = [
  ['br', new RegExp(`\\bbr\\b${REFUSED}`)],
  ['gzip', new RegExp(`\\bgzip\\b${REFUSED}`)],
];

/** The best encoding that the client accepts; `q=0` refuses one. */
const codingOf = (accepted = ''): Coding | undefined =>
  TAKES.find(([, takes]) => takes.test(accepted))?.[0];

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Off the event loop, and once for bodies that are sent many times. */
const compressBody = (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'gzip'
    ? compressGzip(body, { level: GZIP_LEVEL })
    : compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
