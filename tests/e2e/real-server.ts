import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../compile-cache.ts';
import { freePort, retryFor } from '../servers/ports.ts';

const ROOT = join(import.meta.dirname, '../..');
const START_MS = 300_000;
const STEERED_CLOCK = join(import.meta.dirname, 'steered-clock.ts');

export type RealServer = {
  url: string;
  dataDir: string;
  pid: number;
  /** Everything that the server printed so far. */
  log(): string;
  /** Resolves when the process has ended. */
  ended: Promise<unknown>;
  /** Moves the server's clock on; only of a server whose clock is steered. */
  passTime(seconds: number): Promise<void>;
  /** SIGTERM; returns the exit code and deletes the data, unless the caller named their folder. */
  stop(): Promise<number | null>;
};

/**
 * Starts `build/node/main.js` as `npm start` does, on a free port unless PORT names one, with its
 * own data folder unless DATA_DIR names one; `env` are the settings of contract §2.1.
 */
export async function startRealServer(
  env: Record<string, string> = {},
  { hasSteeredClock = false } = {},
): Promise<RealServer> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'pitch-trek-'));
  const port = Number(env['PORT'] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PATH: process.env['PATH'] ?? '',
    TMPDIR: tmpdir(),
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ...COMPILE_CACHE,
    ...env,
  };
  const preload = hasSteeredClock ? ['--import', STEERED_CLOCK] : [];
  const child = spawn(process.execPath, [...preload, 'build/node/main.js'], {
    cwd: ROOT,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe', ...(hasSteeredClock ? (['ipc'] as const) : [])],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk: Buffer) => void (log += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  const passTime = async (seconds: number) => {
    const passed = once(child, 'message');
    child.send(seconds);
    await passed;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (!env['DATA_DIR']) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  const isReady = await retryFor(START_MS, async () => {
    if (child.exitCode !== null) return false;
    const { ok, status } = await fetch(`${url}/readyz`);
    if (!ok) throw new Error(`/readyz answers ${status}`);
    return true;
  }).catch(() => false);
  if (isReady) return { url, dataDir, pid: child.pid!, log: () => log, ended, passTime, stop };
  await stop();
  throw new Error(`The server did not become ready:\n${log}`);
}
