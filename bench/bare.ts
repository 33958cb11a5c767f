/** Starts the bare server and configures it. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Reply } from './load.ts';

export type Orders = {
  headers: Record<string, string>;
  /** In base64. */ body: string;
  /** Where bodies of posts are written. */ dir: string;
  /** The hash with which /verify compares a password. */ hash: string;
};

export type Bare = {
  port: number;
  pid: number;
  /** From now on, sends exactly the bytes of this reply. */ imitate(reply: Reply): Promise<void>;
  order(orders: Partial<Orders>): Promise<void>;
  stop(): void;
};

const nextMessage = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) =>
    child.once('message', resolve).once('exit', () => reject(new Error('The bare server ended.'))),
  );

export async function startBare(): Promise<Bare> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [], {
    execArgv: ['--max-semi-space-size=4', '--heap-growing-percent=50'],
  });
  // Each order waits for its end, too.
  child.setMaxListeners(0);
  const port = (await nextMessage(child)) as number;
  const order = async (orders: Partial<Orders>) => {
    const isReady = nextMessage(child);
    child.send({ headers: {}, body: '', dir: '', hash: '', ...orders });
    await isReady;
  };
  return {
    port,
    pid: child.pid!,
    order,
    imitate: (reply) => order({ headers: headersOf(reply), body: reply.body.toString('base64') }),
    stop: () => child.disconnect(),
  };
}

/** Headers that Node adds by itself are left out. */
function headersOf({ head }: Reply): Record<string, string> {
  const pairs = head
    .split('\r\n')
    .slice(1)
    .map(
      (line) =>
        [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ] as const,
    );
  return Object.fromEntries(
    pairs.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  );
}
