/**
 * The end of an instance behind a proxy. The proxy keeps connections open and may use one at any
 * moment; a request that was sent on a connection which we end at that moment fails, and no proxy
 * may send it again if it changes something. So whoever still comes is served, and the connection
 * ends with the answer; idle ones end when the proxy lets them go.
 */
import { Server, type Server as NetServer } from 'node:net';
import type { ServerResponse } from 'node:http';

/** Milliseconds between two looks at how many connections are left. */
const CHECK_MS = 100;
/** A turn of the event loop that is shorter, and brought no connection, leaves none behind it. */
const QUIET_TURN_MS = 1;
const QUIET_WITHIN_MS = 2000;

export type Retirement = {
  /** To be called for every answer before its head is written. */
  note(response: ServerResponse): void;
  /**
   * Listens no longer. Resolves when no connection is left, or after `maxMs`: then nobody idle is.
   */
  begin(server: NetServer, maxMs: number): Promise<void>;
};

const countConnections = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/**
 * Resolves right after a turn in which nobody came: connections that the system has taken, and we
 * have not, are cut when the listener closes.
 */
async function untilNobodyWaits(server: NetServer): Promise<void> {
  let hasTaken = false;
  const note = () => (hasTaken = true);
  server.on('connection', note);
  const end = performance.now() + QUIET_WITHIN_MS;
  for (let began = 0; performance.now() < end;) {
    [hasTaken, began] = [false, performance.now()];
    await new Promise((resolve) => setImmediate(resolve));
    if (!hasTaken && performance.now() - began < QUIET_TURN_MS) break;
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
      // Before it ends connections: who is sent away comes again at once.
      await untilNobodyWaits(server);
      // That of http would end idle connections, too.
      Server.prototype.close.call(server);
      isRetiring = true;
      const end = performance.now() + maxMs;
      while (performance.now() < end && (await countConnections(server)) > 0)
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    },
  };
}
