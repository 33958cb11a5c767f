import { createServer, type AddressInfo } from 'node:net';

/** A loopback port that is free now; for servers that can't be told to choose one themselves. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Waits until `attempt` stops throwing; after `milliseconds` its last error is thrown. */
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
