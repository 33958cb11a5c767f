/** Prepared answers for requests that are not admitted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { documentHeaders, renderDocument } from './html.ts';
import { overloaded, RETRY_AFTER_SECONDS } from './problems.ts';
import { currentRequestId, REQUEST_ID } from './request-id.ts';

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
  json: toAnswer(
    { 'content-type': 'application/json; charset=utf-8' },
    JSON.stringify(problem.toBody()),
  ),
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
export function sendUnavailable(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): FastifyReply {
  const isPage = headers.accept?.includes('text/html') ?? false;
  const { headers: head, body } = UNAVAILABLE[isPage ? 'page' : 'json'];
  return reply.code(503).headers(head).send(body);
}
