/**
 * `npm run drill:browsers`: shows stored markup in Chromium, Firefox and WebKit; nothing of it may
 * run. Installs missing browsers as root on Debian; elsewhere fails and says what to install.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox } from '#tests/e2e/browsers/firefox.ts';
import { findDisplay, findWebkit } from '#tests/e2e/browsers/webkit.ts';
import { ensureBrowser } from '../browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const JOURNEY = 'tests/e2e/faults/stored-markup.journey.ts';

/** The Debian packages of the browsers that are not here. */
const findMissing = (): string[] => [
  ...(findFirefox() ? [] : ['firefox-esr']),
  ...(findWebkit() ? [] : ['webkit2gtk-driver']),
  ...(findDisplay() ? [] : ['xvfb']),
];

function install(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', ['-q', ...words], { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

const wanted = findMissing();
if (wanted.length > 0) install(wanted);
const missing = findMissing();
if (missing.length > 0) {
  console.error(
    `Browsers are missing. Install them and try again: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
}
ensureBrowser();
const { status } = spawnSync(
  process.execPath,
  [join('node_modules', '@playwright/test/cli.js'), 'test', JOURNEY, '--project=mobile'],
  { cwd: ROOT, stdio: 'inherit' },
);
process.exit(status ?? 1);
