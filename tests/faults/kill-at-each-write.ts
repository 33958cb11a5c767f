/** Repeats one act, killed one write later each time: docs/trust.md, "Invariants". */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RealServer } from '../e2e/real-server.ts';

const PRELOAD = join(import.meta.dirname, 'kill-at-write.ts');
/** More writes than any of the calls makes. */
const MOST_WRITES = 60;
/** Milliseconds in which the mail queued by a call is written too. */
const AFTERWARDS_MS = 120;

type Act<D, S, A> = {
  prepare: (device: D) => Promise<S>;
  act: (device: D, subject: S) => Promise<A>;
  /** Called after the restart, with the answer if there was one. */
  check: (device: D, subject: S, answer: A) => Promise<void>;
};

/** Repeats until the process survives. Returns the number of writes. */
export async function killAtEachWrite<D, S, A>(
  start: (env?: Record<string, string>) => Promise<RealServer>,
  deviceOf: (server: RealServer) => D,
  { prepare, act, check }: Act<D, S, A>,
): Promise<number> {
  let previous: { subject: S; answer: A } | undefined;
  for (let index = 1; index <= MOST_WRITES; index += 1) {
    const server = await start({ KILL_AT: String(index), NODE_OPTIONS: `--import ${PRELOAD}` });
    const device = deviceOf(server);
    if (previous) await check(device, previous.subject, previous.answer);
    const subject = await prepare(device);
    await pause(AFTERWARDS_MS);
    process.kill(server.pid, 'SIGUSR2');
    await expect.poll(() => server.log()).toContain('counting');
    const answer = await act(device, subject);
    previous = { subject, answer };
    await Promise.race([server.ended, pause(AFTERWARDS_MS)]);
    // A killed process has no exit code, however late it died.
    if ((await server.stop()) !== 0) continue;
    const last = await start();
    await check(deviceOf(last), subject, answer);
    await last.stop();
    return index - 1;
  }
  throw new Error(`It still dies at write ${MOST_WRITES}`);
}
