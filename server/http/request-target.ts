/** Reads a request's target, query and path segments before the framework does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import { BODIES } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { isQueryTooLong, tooManyKeys } from './body-limits.ts';
import { refuseBelowFramework } from './client-errors.ts';
import { NOT_FOUND, unreadable } from './problems.ts';
import { isUtf8Escaped } from './utf8.ts';
import { isStorable } from '../text/unstorable.ts';

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
