/** One act, killed at its first, second … last write: docs/trust.md, "Invariants". */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startServer, type Server } from '#server/start.ts';
import type { RealServer } from '../e2e/real-server.ts';
import { integrityOf } from './integrity.ts';
import { KILLABLE } from './killable-server.ts';

const NODE_OPTIONS = `--import ${join(import.meta.dirname, 'kill-at-write.ts')}`;
/** More writes than any of the calls makes. */
const MOST_WRITES = 60;
/** Milliseconds in which the mail queued by a call is written too. */
const AFTERWARDS_MS = 120;

/** A process, or the product in this one, whose services can be looked into. */
export type Restarted = Pick<RealServer, 'url'> & { services?: Server['services'] };
type Start = (env?: Record<string, string>) => Promise<RealServer>;
type Act<D, S, A> = {
  prepare: (device: D) => Promise<S>;
  /** Undefined if the server died of it. */
  act: (device: D, subject: S) => Promise<A | undefined>;
  /** Called after the restart, with the answer if there was one before the end. */
  check: (device: D, subject: S, answer: A | undefined) => Promise<void>;
};

/** Acts once from SIGUSR2 on; when `act` had its answer, in nanoseconds of the system. */
async function actOnce<D, S, A>(server: RealServer, device: D, { prepare, act }: Act<D, S, A>) {
  const subject = await prepare(device);
  await pause(AFTERWARDS_MS);
  process.kill(server.pid, 'SIGUSR2');
  await expect.poll(() => server.log()).toContain('counting');
  const answer = await act(device, subject);
  const answeredAt = process.hrtime.bigint();
  await Promise.race([server.ended, pause(AFTERWARDS_MS)]);
  return { subject, answer, answeredAt };
}

/**
 * Acts once, and starts the product on what a kill before each of its writes would have left on the
 * disk. `afterwards` looks at that folder once the retry is done. Returns the number of writes.
 */
export async function checkEachImage<D, S, A>(
  start: Start,
  deviceOf: (server: Restarted) => D,
  act: Act<D, S, A>,
  afterwards: (server: Server, dataDir: string) => Promise<void> = async () => {},
): Promise<number> {
  const images = mkdtempSync(join(tmpdir(), 'pitch-trek-images-'));
  try {
    const server = await start({ IMAGES: images, NODE_OPTIONS });
    const { subject, answer, answeredAt } = await actOnce(server, deviceOf(server), act);
    expect(await server.stop()).toBe(0);
    const names = readdirSync(images).sort();
    for (const name of names) {
      const dataDir = join(images, name);
      const settings = { ...KILLABLE, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
      const restarted = await startServer(readConfig(settings));
      const isAnswered = BigInt(name.split('-')[1]!) > answeredAt;
      try {
        await act.check(deviceOf(restarted), subject, isAnswered ? answer : undefined);
        await afterwards(restarted, dataDir);
      } catch (error) {
        throw new Error(`killed before write ${name}: ${String(error)}`, { cause: error });
      } finally {
        await restarted.close();
      }
      expect(integrityOf(dataDir), `I7, killed before write ${name}`).toEqual(['ok']);
      rmSync(dataDir, { recursive: true, force: true });
    }
    return names.length;
  } finally {
    for (const folder of [images, `${images}-partly`])
      rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Repeats until the process survives, killed one write later each time; with `only`, just at that
 * write. Returns the number of writes.
 */
export async function killAtEachWrite<D, S, A>(
  start: Start,
  deviceOf: (server: RealServer) => D,
  act: Act<D, S, A>,
  only?: number,
): Promise<number> {
  let previous: { subject: S; answer: A | undefined } | undefined;
  for (let index = only ?? 1; index <= (only ?? MOST_WRITES); index += 1) {
    const server = await start({ KILL_AT: String(index), NODE_OPTIONS });
    const device = deviceOf(server);
    if (previous) await act.check(device, previous.subject, previous.answer);
    previous = await actOnce(server, device, act);
    // A killed process has no exit code, however late it died.
    const isKilled = (await server.stop()) !== 0;
    if (isKilled && only === undefined) continue;
    const last = await start();
    await act.check(deviceOf(last), previous.subject, previous.answer);
    await last.stop();
    expect(isKilled, 'killed').toBe(only !== undefined);
    return index - 1;
  }
  throw new Error(`It still dies at write ${MOST_WRITES}`);
}
