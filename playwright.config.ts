import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './scripts/browser.ts';
import type { WorkerOptions } from './tests/e2e/fixtures.ts';
import { keepFilesInMemory } from './tests/files-in-memory.ts';

keepFilesInMemory();

/** Pages are closed long before V8's optimising compilers have paid off: a fifth of the CPU. */
const FLAGS = [...BROWSER_FLAGS, '--js-flags=--no-opt,--no-maglev'];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Where forms, dialogs, lists and uploads of the portal are used; and what only a desktop has. */
const TRANSLATED =
  '**/{main-job,admin-content,admin-desk,admin-posts,profile,second-factor,gallery,bulk-undo,in-touch,question-editor,questions,reading-room,round-desk,judging-desk,labels,mailings,moved-deadline}.journey.ts';

/** Phones have no keys, and these set their widths themselves. */
const OF_DESKTOPS = '**/{keyboard,list-keys,long-words,reading-keys,reading-room}.journey.ts';

/** Journeys that one lane is enough for; those without a tag are about both. */
const [PHONE_ONLY, DESKTOP_ONLY] = [/@phone/, /@desktop/];

/** Journeys in a real Chromium against the real server; needs the build (`npm run build`). */
export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  // A step has many times what it needs on a quiet machine; a whole journey ends some day.
  timeout: 1_200_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: FLAGS,
      slowMo: Number(process.env['SLOW'] ?? 0),
    },
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    // No journey could intercept what it answers; the journey about it enables it.
    serviceWorkers: 'block',
    // A seventh of the total time, so it is only recorded on request.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  // Two lanes: a phone on one small machine, and a desktop on PostgreSQL, S3 and SMTP, where a part
  // of the journeys is made on translated pages.
  projects: [
    { name: 'mobile', use: PHONE, testIgnore: OF_DESKTOPS, grepInvert: DESKTOP_ONLY },
    {
      name: 'desktop',
      use: { ...DESKTOP, backends: 'servers' },
      testIgnore: ['**/faults/**', TRANSLATED],
      grepInvert: PHONE_ONLY,
    },
    {
      name: 'translated',
      use: { ...DESKTOP, backends: 'servers', isTranslated: true },
      testMatch: TRANSLATED,
    },
  ],
});
