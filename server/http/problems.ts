/**
 * The one place where a thrown error becomes an HTTP answer: in the framework, before it, and on a
 * bare socket; each with the id under which the log tells what happened.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { SCREENS } from '#domain/screens.ts';
import { API_BASE } from '#domain/api.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { invalid, Problem, type FieldProblems } from '#domain/problem.ts';
import { toStorageProblem } from '../db/errors.ts';
import { storageProblem } from '../files/storage-problem.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { findUnstorable } from '../text/unstorable.ts';
import { documentHeaders, renderDocument, sendDocument } from './html.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
export const NOT_FOUND = 'This page or call does not exist.';

/**
 * Takes zod's issues; returns the first sentence for each field. `refusal` is the message if there
 * are several.
 */
export function toInvalid(error: z.core.$ZodError, refusal?: string): Problem {
  const fields: FieldProblems = {};
  for (const issue of error.issues) fields[fieldOf(issue) || 'body'] ??= issue.message;
  return invalid(fields, refusal);
}

/** A value of a list is named by its list: forms know no other name. */
function fieldOf({ path }: z.core.$ZodIssue): string {
  const place = path.findIndex((part) => typeof part === 'number');
  return (place === -1 ? path : path.slice(0, place)).join('.');
}

/** For schemas without a sentence of their own, which no form can trigger. */
const UNFIT = 'This value does not fit here.';

/** Parses the value, or refuses with 422 and a sentence for each field. */
export function parse<S extends z.core.$ZodType>(schema: S, input: unknown, refusal?: string) {
  const unstorable = findUnstorable(schema, input);
  if (Object.keys(unstorable).length > 0) throw invalid(unstorable, refusal);
  const result = z.safeParse(schema, input, { error: () => UNFIT });
  if (!result.success) throw toInvalid(result.error, refusal);
  return result.data;
}

type HttpError = { statusCode?: number; code?: string; message?: string };

export const unreadable = (): Problem =>
  new Problem('unreadable_body', 'The request could not be read. Try again.');
export const wrongContent = (): Problem =>
  new Problem('wrong_type', 'This kind of content is not accepted here.');

const TRY_AGAIN = 'The site is very busy right now. Try again in a moment.';
export const RETRY_AFTER_SECONDS = 5;
export const overloaded = (): Problem =>
  new Problem('overloaded', TRY_AGAIN, { retryAfter: RETRY_AFTER_SECONDS });

/** Faults that Fastify itself finds, in the product's words. */
function fromFramework(error: HttpError): Problem | undefined {
  if (!error.code?.startsWith('FST_') && !error.statusCode) return undefined;
  if (error.statusCode === 413) return new Problem('too_large', 'The request is too large.');
  if (error.statusCode === 415) return wrongContent();
  if (error.statusCode === 404) return new Problem('not_found', NOT_FOUND);
  if (error.statusCode === 503) return overloaded();
  return error.statusCode && error.statusCode < 500 ? unreadable() : undefined;
}

/** A full disk, or no file descriptors left, wherever it is noticed. */
function fromSystem(error: unknown): Problem | undefined {
  const problem = storageProblem(error);
  return problem instanceof Problem ? problem : undefined;
}

function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  return fromFramework(error as HttpError) ?? toStorageProblem(error) ?? fromSystem(error);
}

const refusals = new WeakMap<FastifyRequest, string>();

export const refusalOf = (request: FastifyRequest): string | undefined => refusals.get(request);

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error);
  if (!problem) request.log.error({ err: error, url: request.url.split('?')[0] }, 'defect');
  else if (problem.status >= 500)
    request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'fault');
  const shown = problem ?? new Problem('internal', ENQUIRY.wrong);
  refusals.set(request, shown.code);
  if (shown.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(shown.retryAfter)));
  reply.code(shown.status).header('cache-control', 'no-store');
  if (shown.code === 'too_large') keepOpenFor(request, reply);
  if (isOpenedByPeople(request)) return sendNoFile(reply, shown.message);
  return reply.type(JSON_TYPE).send(shown.toBody());
}

/** The largest body that is received to its end, unread, so that its sender reads the refusal. */
const MAX_UNREAD_BYTES = 32_000_000;

/**
 * The framework closes the connection of a body that is too large. A client that is still sending
 * would then see a broken connection instead of the answer.
 */
function keepOpenFor({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= MAX_UNREAD_BYTES) reply.removeHeader('connection');
}

/** A download link opens in a tab of its own, so a person reads the answer, not a script. */
const isOpenedByPeople = ({ url, headers }: FastifyRequest): boolean =>
  (url.startsWith(`${API_BASE}/files/`) || /[?&]link=/.test(url)) &&
  (headers.accept ?? '').includes('text/html');

const sendNoFile = (reply: FastifyReply, message: string): FastifyReply =>
  sendDocument(
    reply.header('vary', 'accept'),
    'This file can’t be downloaded',
    `<h1>This file can’t be downloaded</h1><p>${escapeHtml(message)}</p><p>The file may have been replaced. Close this page, open the proposal again and request a new download link.</p><p class="way"><a href="${SCREENS.dashboard}">Open the dashboard</a></p>`,
  );

type ClientError = Error & { code?: string };

const headersOf = (body: string): Record<string, string> => ({
  'content-type': JSON_TYPE,
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  [REQUEST_ID]: currentRequestId(),
  connection: 'close',
});

/** Answers a request that must not reach the framework, and closes its connection. */
export function refuseBelowFramework(response: ServerResponse, problem: Problem): void {
  const body = JSON.stringify(problem.toBody());
  response.writeHead(problem.status, headersOf(body)).end(body);
}

/** Milliseconds in which what still arrives after a refusal is read and dropped. */
const LINGER_MS = 2000;

/**
 * Answers and closes, but goes on reading for a moment: whoever still sends to a socket that is
 * closed loses the answer, too. What is read reaches nobody: a request that was refused ends here.
 */
export function refuseOnSocket(socket: Duplex, problem: Problem): void {
  if (!socket.writable) return void socket.destroy();
  socket.removeAllListeners('data').on('data', () => undefined);
  const body = JSON.stringify(problem.toBody());
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...head, '', body].join('\r\n'),
    () => {
      const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
      socket.resume().once('close', () => clearTimeout(timer));
    },
  );
}

export const tooSlow = (): Problem =>
  new Problem('too_slow', 'The request took too long to arrive. Try again.');

function problemOf({ code }: ClientError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers_too_large', 'The head of the request is too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow();
  return unreadable();
}

/** For the `clientError` event: input that the parser could not read. */
export function answerClientError(error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  refuseOnSocket(socket, problemOf(error));
}

/**
 * Handles methods and headers that Node answers with an empty body or by closing the connection.
 */
export function answerOddRequests(server: Server): void {
  server.on('connect', (_request, socket) => refuseOnSocket(socket, unreadable()));
  server.on('checkExpectation', (_request, response) =>
    refuseBelowFramework(response, unreadable()),
  );
}

const COMMON = {
  'retry-after': String(RETRY_AFTER_SECONDS),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const toAnswer = (headers: Record<string, string>, body: string) => ({
  headers: { ...COMMON, ...headers, 'content-length': String(Buffer.byteLength(body)) },
  body,
});

type Refusal = { json: ReturnType<typeof toAnswer>; page: ReturnType<typeof toAnswer> };

/** Programs get the API's error; people who open a page get the same sentence on a page. */
const toRefusal = (problem: Problem): Refusal => ({
  json: toAnswer({ 'content-type': JSON_TYPE }, JSON.stringify(problem.toBody())),
  page: toAnswer(
    documentHeaders,
    renderDocument(
      TITLE,
      `<h1>${TITLE}</h1><p>${problem.message}</p><p class="way"><a href="">Try again</a></p>`,
    ),
  ),
});

const TITLE = 'Try again in a moment';
const OVERLOADED = toRefusal(overloaded());
const UNAVAILABLE = toRefusal(
  new Problem('unavailable', 'The service is not available right now. Try again in a moment.'),
);

/** `isClosing`: this process is ending, and closes the connection. */
export function refuseWith503(
  { url, headers }: IncomingMessage,
  response: ServerResponse,
  isClosing: boolean,
): void {
  const isPage = !url!.startsWith('/api/') && headers.accept?.includes('text/html');
  const { headers: head, body } = (isClosing ? UNAVAILABLE : OVERLOADED)[isPage ? 'page' : 'json'];
  response.setHeader(REQUEST_ID, currentRequestId());
  response.writeHead(503, isClosing ? { ...head, connection: 'close' } : head).end(body);
}

/** For a page that could not be made because the database or the file store does not answer. */
export function sendUnavailable({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply) {
  const isPage = headers.accept?.includes('text/html') ?? false;
  const { headers: head, body } = UNAVAILABLE[isPage ? 'page' : 'json'];
  return reply.code(503).headers(head).send(body);
}

export const REQUEST_ID = 'x-request-id';
export const LOGGED_AS = 'request_id';

const FROM_PROXY = /^[\w-]{8,64}$/;
const current = new AsyncLocalStorage<string>();

/** The id of the current request; a new one outside of requests. */
export const currentRequestId = (): string => current.getStore() ?? randomUUID();

/** Runs the work under the id that a trusted proxy gave the request, else under a new one. */
export function runWithRequestId(
  { headers }: IncomingMessage,
  isProxyTrusted: boolean,
  work: () => void,
): void {
  const given = isProxyTrusted ? String(headers[REQUEST_ID] ?? '') : '';
  current.run(FROM_PROXY.test(given) ? given : randomUUID(), work);
}

/** Body events fire outside of the request's context; this restores it. */
export const resumeRequestId = (id: string, work: () => void): void => current.run(id, work);

type Logger = { bindings(): Record<string, unknown> };

/** Fields to add to a log line whose logger does not carry the id already. */
export function requestIdFor(logger: Logger): Record<string, string> {
  const id = current.getStore();
  return id === undefined || LOGGED_AS in logger.bindings() ? {} : { [LOGGED_AS]: id };
}
