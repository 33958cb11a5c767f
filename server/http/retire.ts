/**
 * The end of an instance behind a proxy. The proxy keeps connections open and may use one at any
 * moment. If we close a connection just as a request arrives on it, that request fails, and a proxy
 * must not repeat it if it changes something. So late requests are still served, and the connection
 * closes with the answer; idle connections close when the proxy drops them.
 */
import { Server, type Server as NetServer } from 'node:net';
import type { ServerResponse } from 'node:http';

/** Milliseconds between two checks of how many connections are left. */
const CHECK_MS = 100;
/** After an iteration of the event loop this short that brought no connection, none is pending. */
const QUIET_ITERATION_MS = 1;
const QUIET_WITHIN_MS = 2000;

export type Retirement = {
  /** To be called for every answer before its headers are written. */
  note(response: ServerResponse): void;
  /**
   * Stops listening. Resolves when no connection is left, or after `maxMs`; idle connections are
   * closed by then.
   */
  begin(server: NetServer, maxMs: number): Promise<void>;
};

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

export function createRetirement(): Retirement {
  let isRetiring = false;
  return {
    note: (response) => {
      if (isRetiring) response.shouldKeepAlive = false;
    },
    begin: async (server, maxMs) => {
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
