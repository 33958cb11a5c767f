/** A TCP line to a server on this machine with simulated faults. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type LineMood = {
  /** Refuses connections, and ends open ones. */
  isDead?: boolean;
  /** Connections stay open, and nothing comes through. */
  isSilent?: boolean;
  /** Sent instead of the server's own answer; then the connection ends. */
  greeting?: string;
  /** Ends the connection when the client sends this, with or without passing it on. */
  cut?: { at: string; isHeard: boolean };
};

export type MoodyLine = {
  port: number;
  /** From now on; `{}` restores the line. Silent connections end. */
  setMood(mood: LineMood): void;
  /** How many connections were cut or refused by faults. */
  broken(): number;
  stop(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; isSilenced: boolean };

export async function startMoodyLine(port: number): Promise<MoodyLine> {
  const pairs = new Set<Pair>();
  let mood: LineMood = {};
  let broken = 0;
  const end = (pair: Pair) => {
    pair.client.destroy();
    pair.server.destroy();
    pairs.delete(pair);
  };
  const breakOff = (pair: Pair) => {
    broken += 1;
    end(pair);
  };
  const hear = (pair: Pair, chunk: Buffer) => {
    if (mood.isSilent) return void (pair.isSilenced = true);
    const isCut = mood.cut && chunk.toString('latin1').includes(mood.cut.at);
    if (!isCut) return void pair.server.write(chunk);
    if (!mood.cut!.isHeard) return breakOff(pair);
    pair.server.removeAllListeners('data').once('data', () => breakOff(pair));
    pair.server.write(chunk);
  };
  const listener = createServer((client) => {
    client.on('error', () => undefined);
    if (mood.isDead || mood.greeting !== undefined) {
      broken += 1;
      return void (mood.isDead ? client.destroy() : client.end(mood.greeting ?? ''));
    }
    const pair: Pair = { client, server: connect(port, '127.0.0.1'), isSilenced: false };
    pairs.add(pair);
    client.on('data', (chunk) => hear(pair, chunk));
    pair.server.on('data', (chunk) => {
      if (mood.isSilent) pair.isSilenced = true;
      else client.write(chunk);
    });
    for (const socket of [client, pair.server])
      socket.on('error', () => end(pair)).on('close', () => end(pair));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    setMood: (next) => {
      mood = next;
      for (const pair of [...pairs]) if (pair.isSilenced || next.isDead) breakOff(pair);
    },
    broken: () => broken,
    stop: async () => {
      for (const pair of [...pairs]) end(pair);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
