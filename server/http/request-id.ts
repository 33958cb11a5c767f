/**
 * One name for a request in every line of the log that it causes, and in the head of an answer that
 * refuses: who reports an error names it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';
/** How it is called in the log. */
export const LOGGED_AS = 'request_id';

const FROM_PROXY = /^[\w-]{8,64}$/;
const current = new AsyncLocalStorage<string>();

/** That of the request which is being worked on; a new one where there is none. */
export const currentRequestId = (): string => current.getStore() ?? randomUUID();

/**
 * Runs the work under the id that a proxy gave the request, where proxies are trusted, else under a
 * new one.
 */
export function runWithRequestId(
  { headers }: IncomingMessage,
  isProxyTrusted: boolean,
  work: () => void,
): void {
  const given = isProxyTrusted ? String(headers[REQUEST_ID] ?? '') : '';
  current.run(FROM_PROXY.test(given) ? given : randomUUID(), work);
}

/** Bodies arrive outside of it: what follows them comes back in by this. */
export const resumeRequestId = (id: string, work: () => void): void => current.run(id, work);

type Bound = { bindings(): Record<string, unknown> };

/** What the log adds to a line whose logger does not carry the id already. */
export function requestIdFor(logger: Bound): Record<string, string> {
  const id = current.getStore();
  return id === undefined || LOGGED_AS in logger.bindings() ? {} : { [LOGGED_AS]: id };
}
