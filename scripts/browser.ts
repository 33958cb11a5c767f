import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell first: the same engine without windows, at four fifths of a journey's CPU. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Each window would open the address bar's popups as pages of their own: half the cost of opening
 * one. The other flags are Playwright's defaults, which this list replaces.
 */
const UNWANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${UNWANTED.join(',')}`,
];

/**
 * The Chromium for journeys: CHROMIUM_PATH, else one on PATH, else Playwright's own; null if there
 * is none.
 */
export function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const candidates = [process.env['CHROMIUM_PATH'], ...onPath, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Finds or installs a browser; throws a sentence that says what to do. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium found; installing one …');
  for (const install of [installDebian, installPlaywright]) {
    install();
    const path = findBrowser();
    if (path) return path;
  }
  throw new Error(
    'No browser for the journeys: install Chromium or Google Chrome, or set CHROMIUM_PATH to one, and run npm test again.',
  );
}

function installDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], env);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], env);
    if (findBrowser()) return;
  }
}

function installPlaywright(): void {
  run(
    process.execPath,
    [join(import.meta.dirname, '../node_modules/@playwright/test/cli.js'), 'install', 'chromium'],
    process.env,
  );
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): void {
  spawnSync(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 3_600_000 });
}
