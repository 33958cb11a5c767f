/**
 * One id per request, in every log line that it causes and in the headers of a refusal, so that
 * people who report an error can quote it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';
/** Its field name in the log. */
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
