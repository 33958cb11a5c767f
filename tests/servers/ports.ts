import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections: one of those could be taken before our
 * server opens it.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];
/** Ports that a process has for itself: it listens on the first, and hands out the others. */
const BLOCK = 200;

let block: Promise<number> | undefined;
let handedOut = 0;

/**
 * A loopback port that is currently free, for servers that cannot choose one themselves. Never the
 * same port twice in one process, nor in two at the same time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    handedOut += 1;
    if (handedOut % BLOCK === 0) block = undefined;
    const place = handedOut % BLOCK;
    const first = await (block ??= holdBlock());
    if (place > 0 && (await isFree(first + place))) return first + place;
  }
}

/** The first port of a block that no other process of the tests has. */
async function holdBlock(): Promise<number> {
  const blocks = (HIGHEST - LOWEST) / BLOCK;
  for (let number = Math.floor(Math.random() * blocks); ; number = (number + 1) % blocks) {
    const first = LOWEST + number * BLOCK;
    if (await isHeld(first)) return first;
  }
}

function isHeld(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer().once('error', () => resolve(false));
    holder.listen(port, '127.0.0.1', () => resolve(true)).unref();
  });
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
