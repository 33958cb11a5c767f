/** Turns the table of calls into a Fastify server. It knows no call itself. */
import { Readable } from 'node:stream';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import multipart from '@fastify/multipart';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { API_BASE } from '#domain/api.ts';
import { Problem } from '#domain/problem.ts';
import { createAddressBook, type AddressBook } from './addresses.ts';
import { countReceived, noteArrival } from './arrivals.ts';
import { acceptBodies } from './bodies.ts';
import type { Context, Services } from '../context.ts';
import type { ApiResponse, ApiRow, Endpoint } from './endpoint.ts';
import { admit, asksForLink, createDownloadLink } from './guards.ts';
import { sendNoPage } from './html.ts';
import {
  answerClientError,
  answerOddRequests,
  currentRequestId,
  LOGGED_AS,
  NOT_FOUND,
  parse,
  REQUEST_ID,
  resumeRequestId,
  runWithRequestId,
  sendProblem,
  unreadable,
  wrongContent,
} from './problems.ts';
import {
  acceptMethod,
  acceptTarget,
  compressAnswers,
  createRetirement,
  isUtf8Address,
  limitReceiving,
  maxRequestBytes,
  nestDotted,
  parseQuery,
  receiveMs,
  requireReadableAddress,
  securityHeaders,
} from './entrance.ts';
import { createQueue, type HasSubject, type Queue } from './queue.ts';

/** Bytes of a JSON or form body: room for 100,000 characters of rich text. */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Time for the headers of a request to arrive. */
const HEADERS_TIMEOUT_MS = 20_000;
/** How long an idle connection stays open; a proxy should drop it earlier (deploy/). */
const KEEP_ALIVE_MS = 10_000;

/**
 * Requests are validated by the schemas of their endpoints. With this, the framework's own schema
 * compilers, about a hundred modules, are never loaded.
 */
const compileNothing = () => () => {
  throw new Error('The framework checks nothing here: give the endpoint a schema.');
};

type Retirement = ReturnType<typeof createRetirement>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const largestOf = (
  { maxUploadBytes }: Services['config'],
  sizes: Parameters<typeof maxRequestBytes>[0],
  bodyLimit = BODY_LIMIT_BYTES,
): number => maxRequestBytes(sizes, { maxUploadBytes, bodyLimit });

/**
 * Cached public answers bypass the framework: they are nearly all requests of a busy day. The
 * others pass through the queue.
 */
function withQueue({ clock, config }: Services, queue: Queue, retirement: Retirement) {
  return (handler: Handler) => {
    const named: Handler = (request, response) =>
      runWithRequestId(request, config.trustProxy > 0, () => handler(request, response));
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      if (!acceptTarget(request, response)) return;
      acceptMethod(request);
      retirement.note(response);
      noteArrival(request, clock);
      queue.admit(request, response, named);
    });
    answerOddRequests(server);
    server.on('connection', queue.noteConnection);
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    server.requestTimeout = receiveMs(largestOf(config, { hasFiles: true, takesBytes: false }));
    server.setTimeout(60_000);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    return server;
  };
}

type Http = {
  app: FastifyInstance;
  /**
   * Behind a proxy: stops listening, but still serves requests on open connections, and closes
   * these one by one. Resolves when that is done, after ten seconds at most.
   */
  retire(): Promise<void>;
  /**
   * Stops listening and admits no more requests; resolves when all running ones are answered. Close
   * `app` only after that: a page being rendered calls it for its data.
   */
  drain(): Promise<void>;
};

/**
 * Returns a server that is ready to listen; `register` adds pages and health endpoints around the
 * API.
 */
export async function createHttp(
  services: Services,
  { api, hasSubject }: { api: readonly ApiRow[]; hasSubject: HasSubject },
  register: (app: FastifyInstance, addresses: AddressBook) => Promise<void>,
): Promise<Http> {
  const addresses = createAddressBook(api);
  const queue = createQueue(services, { addresses, hasSubject });
  const retirement = createRetirement();
  const app = Fastify({
    loggerInstance: services.log,
    genReqId: currentRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: LOGGED_AS }),
    trustProxy: (_address, hop) => hop < services.config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    schemaController: {
      compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing },
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
    clientErrorHandler: answerClientError,
    serverFactory: withQueue(services, queue, retirement),
    frameworkErrors: (_error, request, reply) =>
      void answerUnreadableAddress(request as FastifyRequest, reply as unknown as FastifyReply),
  }) as unknown as FastifyInstance;

  const fixedHeaders = securityHeaders(services.publicUrl);
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    reply.headers(fixedHeaders);
    const { bodyLimit, config } = routeOptions;
    const sizes = { hasFiles: config?.hasFiles === true, takesBytes: Boolean(config?.takesBytes) };
    limitReceiving(raw, largestOf(services.config, sizes, bodyLimit));
    done();
  });
  await compressAnswers(app);
  await app.register(multipart);
  app.addHook('preValidation', (request, _reply, done) => resumeRequestId(request.id, done));
  app.addHook('onSend', async (request, reply, payload) => {
    queue.release(request.raw);
    retirement.note(reply.raw);
    if (reply.statusCode >= 400) reply.header(REQUEST_ID, request.id);
    return payload;
  });
  app.addHook('onRoute', ({ url }) => addresses.addRoute(url));
  acceptBodies(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Problem('not_found', NOT_FOUND), request, reply),
  );
  for (const row of api) addCall(app, services, addresses, row);
  await register(app, addresses);
  return {
    app,
    retire: async () => {
      if (services.config.trustProxy > 0) await retirement.begin(app.server, KEEP_ALIVE_MS);
    },
    drain: () => {
      app.server.close();
      return queue.close();
    },
  };
}

/** An address with a stray %, bytes that are not UTF-8 or too long a name never reaches a route. */
function answerUnreadableAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // No hook runs for it.
  reply.header(REQUEST_ID, request.id);
  if (request.raw.url!.startsWith(`${API_BASE}/`))
    return sendProblem(
      isUtf8Address(request) ? new Problem('not_found', NOT_FOUND) : unreadable(),
      request,
      reply,
    );
  return sendNoPage(reply);
}

function requireBytes({ headers }: FastifyRequest, type: string): void {
  const isEmpty =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (!isEmpty && headers['content-type']?.split(';')[0]!.trim().toLowerCase() !== type)
    throw wrongContent();
}

/** Whether the call accepts a body of this kind. */
function isFitting(request: FastifyRequest, { bytes, body, files }: Endpoint['spec']): boolean {
  if (!bytes) return !(request.isMultipart() && body && !files);
  return request.body instanceof Readable || (bytes.isOptional === true && request.body == null);
}

function addCall(
  app: FastifyInstance,
  services: Services,
  addresses: AddressBook,
  { method, path, action, endpoint }: ApiRow,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const { spec } = endpoint;
  app.route({
    method,
    url: API_BASE + path.replace(/\{(\w+)\}/g, ':$1'),
    config: {
      takesBytes: spec.bytes?.type,
      hasFiles: spec.files !== undefined,
      bodyKeys: spec.bodyKeys,
    },
    ...(spec.bodyBytes && { bodyLimit: spec.bodyBytes }),
    onRequest: async (request, reply) => {
      reply.headers(spec.always ?? {});
      contexts.set(request, await admit(services, request, action, spec));
      requireReadableAddress(request);
      if (spec.bytes) requireBytes(request, spec.bytes.type);
      const address = spec.cachedBy && addresses.find(request.raw.url!);
      if (address) await services.cache.keep(request, address.key);
      // With a token, the answer may be for this person only.
      reply.header(
        'cache-control',
        spec.cachedBy && !request.headers.authorization ? 'no-cache' : 'no-store',
      );
    },
    ...(spec.cachedBy && {
      onSend: async (request, reply, payload) => {
        // Of names that nobody has there are endlessly many.
        if (reply.statusCode === 404) services.cache.forget(request);
        return services.cache.onSend(request, reply, payload);
      },
    }),
    preHandler: async (request) => {
      if (!isFitting(request, spec)) throw wrongContent();
      if (request.body != null && (typeof request.body !== 'object' || Array.isArray(request.body)))
        throw unreadable();
    },
    handler: async (request, reply) => {
      const query = spec.query
        ? parse(spec.query, nestDotted(request.query as Record<string, unknown>))
        : {};
      const context = contexts.get(request)!;
      const linked = spec.isLinkable && (await answerLink(context, request, spec.produces!));
      if (linked) return send(reply, linked);
      const params = request.params as Record<string, string>;
      const given =
        (await spec.prepare?.(context as never, request.body ?? {}, params)) ?? request.body ?? {};
      const body = spec.body && !spec.files ? parse(spec.body, given, spec.refusal) : undefined;
      const answer = await endpoint.run(countReceived(context, request.raw, body), {
        params,
        query,
        body,
        request,
        reply,
      } as never);
      if (reply.sent) return reply;
      await services.db.seen();
      return send(reply, answer, spec.status);
    },
  });
}

/** The answer to a request for a link, or to HEAD; undefined for a download itself. */
async function answerLink(context: Context, request: FastifyRequest, type: string) {
  if (asksForLink(request)) return { body: await createDownloadLink(context, request) };
  // What mail programs and chats send by themselves opens, counts and writes down nothing.
  return request.method === 'HEAD' ? { headers: { 'content-type': type } } : undefined;
}

function send(reply: FastifyReply, answer: ApiResponse, status = 200) {
  reply.code(answer.status ?? status).headers(answer.headers ?? {});
  if (answer.body === undefined) return reply.send();
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return reply.send(answer.body);
}
