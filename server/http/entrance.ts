/**
 * What every request passes before its call: its target, its method and its query, how long its body
 * may take, the headers and the compression of its answer, and the end of an instance.
 */
import { Socket, Server, type Server as NetServer } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { constants as zlib } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODIES } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { isQueryTooLong, isUtf8Escaped, tooManyKeys } from './bodies.ts';
import {
  NOT_FOUND,
  refuseBelowFramework,
  refuseOnSocket,
  tooSlow,
  unreadable,
} from './problems.ts';
import { isStorable } from '#domain/text.ts';

/**
 * The path of a target in origin form or, as proxies send it, in absolute form (RFC 9112, 3.2);
 * undefined for `*` and anything else.
 */
function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const rest = /^https?:\/\/[^/?#]+(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Whether the request has one Host line; HTTP/1.0 may omit it. Two are refused (RFC 9112, 3.2): a
 * proxy might read the other one. Node keeps the first and drops the rest from `headers`.
 */
function namesItsHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/** Replaces the request's URL by a path, or refuses with 400 and returns false. */
export function acceptTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const path = pathOf(request.url!);
  if (path !== undefined && namesItsHost(request)) {
    request.url = path;
    return true;
  }
  refuseBelowFramework(response, unreadable());
  return false;
}

const OVERRIDING = ['PATCH', 'DELETE'];

/** tus 1.0.0: where the network blocks other methods, a POST names the intended one in a header. */
export function acceptMethod(request: IncomingMessage): void {
  const { 'x-http-method-override': meant, 'tus-resumable': isTus } = request.headers;
  if (request.method === 'POST' && isTus && OVERRIDING.includes(String(meant)))
    request.method = String(meant);
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** Parameters beyond the limit are not parsed: `requireReadableAddress` refuses them. */
export const parseQuery = (query: string): Record<string, unknown> =>
  query === '' ? {} : parse(query, '&', '=', { maxKeys: BODIES.keys });

export const isUtf8Address = ({ raw }: FastifyRequest): boolean =>
  isUtf8Escaped(Buffer.from(raw.url!, 'latin1'));

/** Whether a call may have these parameters: not too many, and all UTF-8. */
export const isReadableQuery = (query: string): boolean =>
  !isQueryTooLong(query) && isUtf8Escaped(Buffer.from(query, 'latin1'));

/**
 * Refuses a call with 422 for too many parameters, 400 for escapes that are not UTF-8, 404 for a
 * name that nothing can have.
 */
export function requireReadableAddress(request: FastifyRequest): void {
  if (isQueryTooLong(queryOf(request.raw.url!))) throw tooManyKeys();
  if (!isUtf8Address(request)) throw unreadable();
  if (!Object.values(request.params as Record<string, string>).every(isStorable))
    throw new Problem('not_found', NOT_FOUND);
}

/** `{ 'a.b': 1 }` as `{ a: { b: 1 } }`: how a query names the fields of an object. */
export function nestDotted(flat: Record<string, unknown>): Record<string, unknown> {
  const dotted = Object.entries(flat).filter(([name]) => name.includes('.'));
  const nested = [...Map.groupBy(dotted, ([name]) => name.split('.')[0]!)].map(
    ([outer, fields]) => [
      outer,
      Object.fromEntries(fields.map(([name, value]) => [name.slice(outer.length + 1), value])),
    ],
  );
  return { ...flat, ...Object.fromEntries(nested) };
}

const SLOWEST_BYTES_PER_SECOND = 50_000;
/** Such a line also loses packets and pauses. */
const MARGIN = 1.25;
/** The minimum for any request, however small: a phone may lose its connection for a moment. */
const BASE_MS = 60_000;
/** Files of the largest form: both documents of a submission. */
const FORM_FILES = 2;

/** Milliseconds that a body of this many bytes may take. */
export const receiveMs = (bytes: number): number =>
  Math.ceil(BASE_MS + (bytes / SLOWEST_BYTES_PER_SECOND) * MARGIN * 1000);

/** What of a route decides how much it takes. */
type Sizes = { hasFiles: boolean; takesBytes: boolean };

/** The size of the largest valid request of a route; one without files takes `bodyLimit`. */
export function maxRequestBytes(
  { hasFiles, takesBytes }: Sizes,
  { maxUploadBytes, bodyLimit }: { maxUploadBytes: number; bodyLimit: number },
): number {
  if (takesBytes) return Math.max(maxUploadBytes, bodyLimit);
  return bodyLimit + (hasFiles ? FORM_FILES * maxUploadBytes : 0);
}

/**
 * Ends a request whose body has not arrived in the time allowed for its size: it must arrive at
 * least as fast as on the slowest supported line.
 */
export function limitReceiving(
  request: IncomingMessage,
  maxBytes: number,
  msFor: (bytes: number) => number = receiveMs,
): void {
  // A page's own call has its body already, and no socket that could be ended.
  if (!(request.socket instanceof Socket) || !hasBody(request)) return;
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  const timer = setTimeout(
    () => request.complete || refuseOnSocket(request.socket, tooSlow()),
    msFor(Math.min(announced, maxBytes)),
  );
  timer.unref();
  request.once('close', () => clearTimeout(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** No content sniffing, no framing, no loading. Pages have a policy of their own. */
const ALWAYS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Of every answer. */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https://')
    ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : ALWAYS;

/** For texts that may never be requested again: a tenth of the time of the best quality. */
const [BROTLI_QUALITY, GZIP_LEVEL] = [4, 3];

export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    // Larger answers would block everybody else: they are compressed in chunks, in another thread.
    syncThreshold: 32 * 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: {
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_GENERIC,
        [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    },
    zlibOptions: { level: GZIP_LEVEL },
  });
}

/** Milliseconds between two counts of the connections that are left. */
const CHECK_MS = 100;
/** After an iteration of the event loop this short that brought no connection, none is pending. */
const QUIET_ITERATION_MS = 1;
const QUIET_WITHIN_MS = 2000;

const countConnections = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/**
 * Resolves right after an iteration without new connections: those accepted by the system but not
 * yet by us are cut when the listener closes.
 */
async function untilNobodyWaits(server: NetServer): Promise<void> {
  let hasTaken = false;
  const note = () => (hasTaken = true);
  server.on('connection', note);
  const end = performance.now() + QUIET_WITHIN_MS;
  for (let began = 0; performance.now() < end;) {
    [hasTaken, began] = [false, performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    if (!hasTaken && performance.now() - began < QUIET_ITERATION_MS) break;
  }
  server.off('connection', note);
}

/**
 * The end of an instance behind a proxy, which may use an open connection at any moment and must not
 * repeat a request that changes something. So late requests are still served, and the connection
 * closes with the answer; idle connections close when the proxy drops them.
 */
export function createRetirement() {
  let isRetiring = false;
  return {
    /** To be called for every answer before its headers are written. */
    note: (response: ServerResponse): void => {
      if (isRetiring) response.shouldKeepAlive = false;
    },
    /** Stops listening. Resolves when no connection is left, or after `maxMs`. */
    begin: async (server: NetServer, maxMs: number): Promise<void> => {
      // Must precede closing connections: a client that is cut off reconnects at once.
      await untilNobodyWaits(server);
      // http's own `close` would also end idle connections.
      Server.prototype.close.call(server);
      isRetiring = true;
      const end = performance.now() + maxMs;
      while (performance.now() < end && (await countConnections(server)) > 0)
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    },
  };
}
