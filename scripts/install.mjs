// Installs what the lockfile requires and node_modules lacks. Plain JavaScript for Node 20: it runs
// before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node');

/**
 * Whether every package of the lockfile is in node_modules at its version. Ignores file times:
 * checkouts and copies change them.
 */
function isInstalled() {
  const installedList = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedList) || !existsSync(NODE)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '' || (optional && !installed[path])) return true;
    return installed[path]?.version === version && existsSync(join(ROOT, path));
  });
}

/** Runs `npm ci` if something is missing; exits with one sentence if that fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages (npm ci) …');
  // npm must not run on the Node in the folder that it is about to delete.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !/node_modules[\\/]\.bin/.test(entry));
  const env = { ...process.env, PATH: path.join(delimiter) };
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0 && existsSync(NODE)) return;
  console.error(
    status === 0
      ? 'The packages are installed, but Node 24 is not among them: install scripts seem to be switched off. Run: npm ci --ignore-scripts=false'
      : 'npm ci failed: its message above says why. Nothing was started.',
  );
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureInstalled();
