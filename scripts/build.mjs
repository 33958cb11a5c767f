// Builds the pages and the server if their sources have changed. Plain JavaScript for Node 20, like
// install.mjs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { NODE, ROOT } from './install.mjs';

const SERVER_SCRIPTS = ['scripts/build.mjs', 'scripts/bundle-server.ts'];
const BUILD = join(ROOT, 'build');
const PACKAGES = ['package.json', 'package-lock.json'];
/** Each is built by itself: after a change in `server/` the pages stay. */
const PARTS = {
  pages: {
    inputs: [
      ...['app', 'domain', 'content', 'public', ...PACKAGES, 'tsconfig.base.json', 'vite'],
      ...['vite.config.ts', 'react-router.config.ts', 'scripts/build.mjs'],
    ],
    outputs: ['server/index.js', 'client'],
    async build() {
      run('node_modules/@react-router/dev/bin.cjs', 'build');
      escapeFolder(join(BUILD, 'server'));
      dropPublicRoutes(join(BUILD, 'client/assets'));
      await compressFolder(join(BUILD, 'client'));
    },
  },
  server: {
    inputs: ['server', 'domain', 'content', ...PACKAGES, ...SERVER_SCRIPTS],
    outputs: ['node/main.js'],
    async build() {
      run('scripts/bundle-server.ts');
      escapeFolder(join(BUILD, 'node'));
    },
  },
};

/** A hash over the names and contents of all inputs of a part, except tests. */
function hashInputs(inputs) {
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
  inputs.forEach(add);
  return hash.digest('hex');
}

function run(...args) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(NODE, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0) return;
  console.error('The build failed: its message above says why. Nothing was started.');
  process.exit(1);
}

/** Returns whether it had to be built: its inputs were not those of the last build. */
async function ensurePart(name, force) {
  const { inputs, outputs, build } = PARTS[name];
  const stamp = join(BUILD, `.inputs-${name}`);
  const hash = hashInputs(inputs);
  const isFresh =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    outputs.every((path) => existsSync(join(BUILD, path)));
  if (isFresh && !force) return false;
  console.log(`Building the ${name} …`);
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, hash);
  return true;
}

/**
 * Builds what has changed since the last build; `force` always builds all. Exits if a build fails.
 */
export async function ensureBuilt({ force = false } = {}) {
  const arePagesNew = await ensurePart('pages', force);
  const isServerNew = await ensurePart('server', force);
  if (arePagesNew || isServerNew) warmUp();
}

/**
 * The route table that browsers get with the portal: without the public pages, which are documents
 * of their own (`isHydrated`, app/page-handle.ts), a third of its bytes.
 */
function dropPublicRoutes(folder) {
  const path = join(
    folder,
    readdirSync(folder).find((name) => /^manifest-\w+\.js$/.test(name)),
  );
  const code = readFileSync(path, 'utf8');
  const [start, end] = [code.indexOf('{'), code.lastIndexOf('}') + 1];
  const table = JSON.parse(code.slice(start, end));
  const isPublic = ({ id, parentId = '' }) =>
    /^(public|pages\/public\/)/.test(id) || /^public/.test(parentId);
  const routes = Object.fromEntries(
    Object.entries(table.routes).filter(([, route]) => !isPublic(route)),
  );
  writeFileSync(
    path,
    code.slice(0, start) + JSON.stringify({ ...table, routes }) + code.slice(end),
  );
}

/**
 * A single character beyond ASCII doubles the memory of a script's source as long as the server
 * runs. In scripts, such characters only occur in literals.
 */
function escapeFolder(folder) {
  for (const name of readdirSync(folder, { recursive: true }).filter((name) =>
    name.endsWith('.js'),
  )) {
    const code = readFileSync(join(folder, name), 'utf8');
    const escaped = code.replace(
      /[\u0080-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    if (escaped !== code) writeFileSync(join(folder, name), escaped);
  }
}

const COMPRESSIBLE = /\.(m?js|wasm|css|svg|html|json|txt|xml|webmanifest)$/;
/** Below this size, compression saves no packet. */
const SMALLEST_BYTES = 512;

/** Writes .br and .gz beside every compressible file: the server never compresses a static one. */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))),
  );
}

async function compressFile(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // For tests that start the real server but need no page: a second instead of half a minute.
  if (process.argv.includes('--server')) await ensurePart('server', false);
  else await ensureBuilt({ force: process.argv.includes('--force') });
}
