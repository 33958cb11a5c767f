/** Starts the product as `npm start` does, with its own process and data folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/servers/ports.ts';

const ROOT = join(import.meta.dirname, '..');
/** Milliseconds until a start has failed: a file of 5 GB is checked for minutes. */
const START_LIMIT_MS = 600_000;

export type Product = { port: number; pid: number; stop(): Promise<void> };

export const makeDataDir = (): string => mkdtempSync(join(tmpdir(), 'pitch-trek-bench-'));
export const removeDataDir = (dir: string): void => rmSync(dir, { recursive: true, force: true });

/** The server, as the start script ends with. */
function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split('&&').at(-1)!.trim();
}

/** Starts it and waits until it is ready. All settings except the given ones are defaults. */
export async function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH']!,
    PORT: String(port),
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    LOG_LEVEL: 'error',
    ...environment,
  };
  const child = spawn('sh', ['-c', startCommand()], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(port, () => child.exitCode !== null || child.signalCode !== null);
  return {
    port,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(port: number, hasEnded: () => boolean): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < START_LIMIT_MS && !hasEnded()) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await wait(10);
  }
  throw new Error('The product did not start.');
}

/** Megabytes (of 1,000,000 bytes) of the process's resident memory. */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return (Number(kilobytes) * 1024) / 1_000_000;
}

/** Seconds of CPU time that a process has used. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
