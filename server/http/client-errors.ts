/**
 * Gives the errors that Node answers by itself, before a request exists, the product's error shape.
 */
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { unreadable } from './problems.ts';
import { currentRequestId, REQUEST_ID } from './request-id.ts';

const HEADERS_TOO_LARGE = 'The head of the request is too large.';
const TOO_SLOW = 'The request took too long to arrive. Try again.';

type ClientError = Error & { code?: string };

const headersOf = (body: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
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

function refuseOnSocket(socket: Duplex, problem: Problem): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(problem.toBody());
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...head, '', body].join('\r\n'),
    () => socket.destroy(),
  );
}

export const tooSlow = (): Problem => new Problem('too_slow', TOO_SLOW);

function problemOf({ code }: ClientError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large', HEADERS_TOO_LARGE);
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
