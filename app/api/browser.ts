import { readToken } from '#app/storage/local-storage.ts';
import { createClient } from './client.ts';
import { watchConnection } from './connection.ts';
import { noteServerTime } from './server-clock.ts';
import type { Transport } from './transport.ts';

/** The name of the window event that any 401 sends; app/session listens. */
export const SESSION_EXPIRED = 'session-expired';
export const announceExpiry = () => void window.dispatchEvent(new Event(SESSION_EXPIRED));

/**
 * Milliseconds after which a silent connection counts as broken. Uploads have their own timeouts.
 */
const ANSWER_TIMEOUT_MS = 60_000;

/** Never used while rendering on the server. */
export const transport: Transport = {
  fetch: async (path, init) => {
    const answer = await watchConnection(
      fetch(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...init }),
      init.signal,
    );
    noteServerTime(answer.headers);
    return answer;
  },
  readToken,
  onUnauthorized: () => readToken() && announceExpiry(),
};

/** The API as screens in the browser call it. */
export const api = createClient(transport);
