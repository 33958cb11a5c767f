import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections: one of those could be taken before our
 * server opens it.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];
let next = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));

/**
 * A loopback port that is currently free, for servers that cannot choose one themselves. Never the
 * same port twice in one process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port < HIGHEST ? port + 1 : LOWEST;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Retries until `attempt` stops throwing; after `milliseconds`, throws its last error. */
export async function retryFor<T>(milliseconds: number, attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }
}
