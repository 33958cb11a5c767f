import { isOutdated, readToken } from '#app/storage/local-storage.ts';
import { createClient } from './client.ts';
import { watchConnection } from './connection.ts';
import { noteServerTime } from './server-clock.ts';
import type { Transport } from './transport.ts';

/** The name of the window event that any 401 sends; app/session listens. */
export const SESSION_EXPIRED = 'session-expired';
/** Likewise, once a session has been renewed, in this tab or in another. */
export const SESSION_RENEWED = 'session-renewed';
export const announceExpiry = () => void window.dispatchEvent(new Event(SESSION_EXPIRED));

/**
 * Milliseconds after which a silent connection counts as broken. Uploads have their own timeouts.
 */
const ANSWER_TIMEOUT_MS = 60_000;

/** A caller's own signal limits the body; the answer must begin in time either way. */
async function fetchInTime(path: string, init: RequestInit): Promise<Response> {
  if (!init.signal) return fetch(path, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), ANSWER_TIMEOUT_MS);
  try {
    return await fetch(path, { ...init, signal: AbortSignal.any([init.signal, silent.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

/** Never used while rendering on the server. */
export const transport: Transport = {
  fetch: async (path, init) => {
    const answer = await watchConnection(fetchInTime(path, init), init.signal);
    noteServerTime(answer.headers);
    return answer;
  },
  readToken,
  isOutdated,
  onUnauthorized: () => readToken() && announceExpiry(),
};

/** The API as screens in the browser call it. */
export const api = createClient(transport);
