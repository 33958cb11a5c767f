import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type FrozenLine = {
  port: number;
  /**
   * From now on no byte passes in either direction, on old and new connections; nobody is notified.
   */
  freeze(): void;
  /** New connections work again; the old ones stay silent forever. */
  thaw(): void;
  /** Freezes the line after this many more bytes towards the client. */
  freezeAfter(bytes: number): void;
  /** Connections that the client still holds open. */
  open(): number;
  stop(): Promise<void>;
};

/**
 * A TCP line to a port of this machine that can go silent, as behind a firewall that has forgotten
 * a connection.
 */
export async function startFrozenLine(targetPort: number): Promise<FrozenLine> {
  let isFrozen = false;
  let bytesLeft = Infinity;
  const clients = new Set<Socket>();
  const targets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let isDead = isFrozen;
    const isSilent = () => (isDead ||= isFrozen);
    clients.add(client);
    targets.add(target);
    client.on('data', (chunk) => void (isSilent() || target.write(chunk)));
    target.on('data', (chunk) => {
      bytesLeft -= chunk.length;
      if (bytesLeft <= 0) isFrozen = true;
      if (!isSilent()) client.write(chunk);
    });
    client
      .on('error', () => undefined)
      .on('close', () => {
        clients.delete(client);
        target.destroy();
      });
    target
      .on('error', () => client.destroy())
      .on('close', () => {
        targets.delete(target);
        if (!isSilent()) client.destroy();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => void (isFrozen = true),
    thaw: () => {
      // Old ones must have noticed that they are dead.
      for (const socket of clients) socket.emit('data', Buffer.alloc(0));
      isFrozen = false;
      bytesLeft = Infinity;
    },
    freezeAfter: (bytes) => void (bytesLeft = bytes),
    open: () => clients.size,
    stop: async () => {
      for (const socket of [...clients, ...targets]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
