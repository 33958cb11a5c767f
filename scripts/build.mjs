// Builds the pages if their sources have changed. Plain JavaScript for Node 20, like install.mjs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFolder } from './compress.mjs';
import { NODE, ROOT } from './install.mjs';

const INPUTS = [
  'app',
  'domain',
  'content',
  'public',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.mjs',
  'scripts/compress.mjs',
];
const STAMP = join(ROOT, 'build', '.inputs');
const OUTPUTS = ['build/server/index.js', 'build/client'];

/** A hash over the names and contents of all inputs of the build, except tests. */
function hashInputs() {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory())
      return readdirSync(full)
        .sort()
        .forEach((name) => add(`${path}/${name}`));
    if (!/\.test\.tsx?$/.test(path))
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  };
  INPUTS.forEach(add);
  return hash.digest('hex');
}

/**
 * Builds unless the last build had the same inputs; `force` always builds. Exits if the build
 * fails.
 */
export async function ensureBuilt({ force = false } = {}) {
  const inputs = hashInputs();
  const isFresh =
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === inputs &&
    OUTPUTS.every((path) => existsSync(join(ROOT, path)));
  if (isFresh && !force) return;
  console.log('Building the pages …');
  rmSync(STAMP, { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(NODE, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    console.error('The build failed: its message above says why. Nothing was started.');
    process.exit(1);
  }
  escapeFolder(join(ROOT, 'build', 'server'));
  await compressFolder(join(ROOT, 'build', 'client'));
  writeFileSync(STAMP, inputs);
  warmUp();
}

/**
 * A single character beyond Latin-1 doubles the memory of a script's source as long as the server
 * runs. In scripts, such characters only occur in literals.
 */
function escapeFolder(folder) {
  for (const name of readdirSync(folder, { recursive: true }).filter((name) =>
    name.endsWith('.js'),
  )) {
    const code = readFileSync(join(folder, name), 'utf8');
    const escaped = code.replace(
      /[\u0100-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    if (escaped !== code) writeFileSync(join(folder, name), escaped);
  }
}

/**
 * A start without the cache takes longer and more memory, so a failure here does not stop the
 * build. The flags are those of `npm start`: the cache is valid only for the same flags.
 */
function warmUp() {
  // Without any settings: it must not touch real data.
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  };
  spawnSync(NODE, ['--max-semi-space-size=4', '--heap-growing-percent=50', 'scripts/warm.ts'], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await ensureBuilt({ force: process.argv.includes('--force') });
