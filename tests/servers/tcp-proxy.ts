/** A way to a server that falls silent: connections stay open, and nothing comes through. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export type TcpProxy = {
  port: number;
  /** Connections that are open now pass on nothing any more, in either direction; new ones do. */
  silenceOpen(): void;
  /** Neither do new ones, until `resume`. */
  freeze(): void;
  /** New connections are served again; those that were silent stay silent unless `all`. */
  resume(how?: { all: boolean }): void;
  /** Ends connections that are silent: the network tells the server at last. */
  endSilent(): void;
  /** Bytes that have come from clients so far. */
  sentBytes(): number;
  stop(): Promise<void>;
};

/** Each connection is cut once so many bytes have come from its client; those arrive. */
type Weakness = { cutAfterBytes?: number };

type Pair = { client: Socket; server: Socket; isSilent: boolean };

/** Listens on a free loopback port and passes everything on to `port`. */
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
      // A silent way says nothing of an end either.
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
