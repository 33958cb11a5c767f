import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

type WeakLine = {
  /** The server's address over this line. */
  url: string;
  /** Breaks permanently after this many uploaded bytes, in the middle of whatever is being sent. */
  breakAfter(bytes: number): void;
  /** Breaks after every so many bytes, and accepts new connections at once. */
  breakEvery(bytes: number): void;
  mend(): void;
  /** Bytes uploaded so far. */
  bytes(): number;
  stop(): void;
};

/**
 * A line to the server that breaks in the middle of an upload; Chromium's own offline mode lets
 * running requests finish.
 */
export async function startWeakLine(serverUrl: string): Promise<WeakLine> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let [bytesLeft, every, bytesSent] = [Infinity, 0, 0];
  const breakNow = () => open.forEach((socket) => socket.destroy());
  const line = createServer((near) => {
    if (bytesLeft <= 0) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
    near.on('data', (chunk) => {
      bytesLeft -= chunk.length;
      bytesSent += chunk.length;
      if (bytesLeft > 0) return;
      breakNow();
      if (every > 0) bytesLeft = every;
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    breakAfter: (bytes) => void (bytesLeft = bytes),
    breakEvery: (bytes) => void (bytesLeft = every = bytes),
    mend: () => void ([bytesLeft, every] = [Infinity, 0]),
    bytes: () => bytesSent,
    stop: () => {
      line.close();
      breakNow();
    },
  };
}
