/** A line to a server with a slow upstream that breaks periodically. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

type Line = {
  /** Upstream, for all connections together. */
  bytesPerSecond: number;
  /** Milliseconds that it works, and that it is then down; repeated. */
  upMs: number;
  downMs: number;
};

type SlowLine = {
  port: number;
  /** Bytes sent upstream so far. */
  sentBytes(): number;
  breaks(): number;
  stop(): void;
};

const TICK_MS = 20;

/** Listens on a free loopback port and forwards to `port`; downstream without delay. */
export async function startSlowLine(
  port: number,
  { bytesPerSecond, upMs, downMs }: Line,
): Promise<SlowLine> {
  const pairs = new Map<Socket, Socket>();
  let [sentBytes, breaks, isUp] = [0, 0, true];
  const listener = createServer((client) => {
    if (!isUp) return void client.destroy();
    const server = connect(port, '127.0.0.1');
    pairs.set(client, server);
    const end = () => {
      pairs.delete(client);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    server.pipe(client);
    // Only `read` consumes bytes: all others stay with the client.
    client.on('readable', () => undefined);
  });
  let last = performance.now();
  /** Bytes that may pass; unused allowance is not saved up. */
  const pass = () => {
    const now = performance.now();
    let budget = Math.round((bytesPerSecond * (now - last)) / 1000);
    last = now;
    for (const [client, server] of pairs) {
      const share = Math.min(Math.ceil(budget / 2), client.readableLength);
      const chunk = share > 0 ? (client.read(share) as Buffer | null) : null;
      if (!chunk) continue;
      budget -= chunk.length;
      sentBytes += chunk.length;
      server.write(chunk);
    }
  };
  const ticking = setInterval(pass, TICK_MS);
  let turning: ReturnType<typeof setTimeout>;
  const turn = () => {
    isUp = !isUp;
    if (!isUp) {
      breaks += 1;
      for (const [client, server] of pairs) for (const socket of [client, server]) socket.destroy();
    }
    turning = setTimeout(turn, isUp ? upMs : downMs);
  };
  turning = setTimeout(turn, upMs);
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    sentBytes: () => sentBytes,
    breaks: () => breaks,
    stop: () => {
      clearInterval(ticking);
      clearTimeout(turning);
      for (const [client, server] of pairs) for (const socket of [client, server]) socket.destroy();
      listener.close();
    },
  };
}
