/**
 * `npm run drill:container`: the steps of deploy/Dockerfile in a bare folder, for machines that
 * cannot build an image: copies what the image gets, executes each RUN of the build, starts its
 * command with its environment, checks that it is ready, and ends it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  commandOf,
  environmentOf,
  readDockerfile,
  readIgnored,
  type Step,
} from './container/dockerfile.ts';

const ROOT = join(import.meta.dirname, '..');
const READY_MS = 120_000;
const base = mkdtempSync(join(tmpdir(), 'pitch-trek-image-'));
const image = join(base, 'image');

/** The steps only see this machine's programs. */
const CLEAN = {
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
  HOME: base,
};

function build(steps: Step[]): void {
  const isIgnored = readIgnored(ROOT);
  const isTaken = (path: string) => path === ROOT || !isIgnored(relative(ROOT, path));
  for (const { word, rest } of steps) {
    console.log(`${word} ${rest}`);
    if (word === 'COPY' && !rest.startsWith('--from')) {
      const [target, ...sources] = rest.split(' ').reverse();
      for (const source of sources.reverse())
        cpSync(join(ROOT, source), source === '.' ? image : join(image, target!, source), {
          recursive: true,
          filter: isTaken,
        });
    }
    if (word !== 'RUN') continue;
    const { status } = spawnSync('sh', ['-c', rest], { cwd: image, env: CLEAN, stdio: 'inherit' });
    if (status !== 0) throw new Error(`RUN ended with ${status}: ${rest}`);
  }
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function waitUntilReady(port: number): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('It did not become ready.');
}

async function start(steps: Step[]): Promise<void> {
  const [program = '', ...args] = commandOf(steps);
  const port = await findPort();
  const own = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(base, 'data') };
  const child = spawn(join(image, program), args, {
    cwd: image,
    env: { ...CLEAN, ...environmentOf(steps), ...own },
    stdio: 'inherit',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await waitUntilReady(port);
    const home = await fetch(`http://127.0.0.1:${port}/`);
    if (!home.ok) throw new Error(`The home page answers ${home.status}.`);
  } finally {
    child.kill('SIGTERM');
  }
  const code = await ended;
  if (code !== 0) throw new Error(`It ended with ${code}.`);
}

try {
  const steps = readDockerfile(ROOT);
  const lastStage = steps.findLastIndex(({ word }) => word === 'FROM');
  build(steps.slice(0, lastStage));
  await start(steps.slice(lastStage));
  console.log(`Built, ready, ended: ${readdirSync(image).join(' ')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
