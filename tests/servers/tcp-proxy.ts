/** A proxy to a server that can fall silent: connections stay open, and nothing passes. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export type TcpProxy = {
  port: number;
  /** Current connections pass nothing any more, in either direction; new ones do. */
  silenceOpen(): void;
  /** New ones pass nothing either, until `resume`. */
  freeze(): void;
  /** New connections are served again; silent ones stay silent unless `all`. */
  resume(how?: { all: boolean }): void;
  /** Ends silent connections: the network finally informs the server. */
  endSilent(): void;
  /** Bytes received from clients so far. */
  sentBytes(): number;
  stop(): Promise<void>;
};

/** Cuts each connection after this many bytes from its client; those are delivered. */
type Weakness = { cutAfterBytes?: number };

type Pair = { client: Socket; server: Socket; isSilent: boolean };

/** Listens on a free loopback port and forwards everything to `port`. */
export async function startTcpProxy(
  port: number,
  { cutAfterBytes = Infinity }: Weakness = {},
): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isFrozen = false;
  let sentBytes = 0;
  const silence = (pair: Pair) => {
    pair.isSilent = true;
    for (const socket of [pair.client, pair.server]) socket.pause();
  };
  const speak = (pair: Pair) => {
    pair.isSilent = false;
    for (const socket of [pair.client, pair.server]) socket.resume();
  };
  const listener = createServer({ allowHalfOpen: false }, (client) => {
    const pair: Pair = { client, server: connect(port, '127.0.0.1'), isSilent: false };
    pairs.add(pair);
    const end = () => {
      client.destroy();
      pair.server.destroy();
      pairs.delete(pair);
    };
    for (const [from, to] of [
      [client, pair.server],
      [pair.server, client],
    ] as const) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', end);
      // A silent connection does not report its end either.
      from.on('close', () => !pair.isSilent && end());
    }
    let sentHere = 0;
    client.on('data', (chunk) => {
      sentBytes += chunk.length;
      sentHere += chunk.length;
      if (sentHere < cutAfterBytes) return;
      pair.server.end();
      client.destroy();
    });
    if (isFrozen) silence(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    silenceOpen: () => pairs.forEach(silence),
    freeze: () => {
      isFrozen = true;
      pairs.forEach(silence);
    },
    resume: ({ all } = { all: false }) => {
      isFrozen = false;
      if (all) pairs.forEach(speak);
    },
    endSilent: () => {
      for (const { client, server, isSilent } of pairs)
        if (isSilent) for (const socket of [client, server]) socket.destroy();
    },
    sentBytes: () => sentBytes,
    stop: async () => {
      for (const { client, server } of pairs)
        for (const socket of [client, server]) socket.destroy();
      listener.close();
    },
  };
}
