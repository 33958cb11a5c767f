import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './scripts/browser.ts';
import type { WorkerOptions } from './tests/e2e/fixtures.ts';
import { keepFilesInMemory } from './tests/files-in-memory.ts';

keepFilesInMemory();

/** Pages are closed long before V8's optimising compilers have paid off: a fifth of the CPU. */
const FLAGS = [...BROWSER_FLAGS, '--js-flags=--no-opt,--no-maglev'];

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/**
 * Journeys in which PostgreSQL, S3 and SMTP may matter; on these servers, a desktop only runs
 * these.
 */
const ON_SERVERS = '**/{main-job,admin-content,admin-posts,profile,keyboard,screens}.journey.ts';

/** Where forms, dialogs, lists and uploads of the portal are used. */
const TRANSLATED =
  '**/{main-job,admin-content,admin-desk,admin-posts,profile,second-factor,gallery,bulk-undo,in-touch,question-editor,questions,round-desk,judging-desk,labels,mailings,moved-deadline}.journey.ts';

/** Independent of the width and of the servers: on a phone only. */
const ONCE = /@once/;

/** Journeys in a real Chromium against the real server; needs the build (`npm run build`). */
export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  // As in vitest.config.ts: hanging tests are found late, slow ones do not fail.
  timeout: 1_200_000,
  expect: { timeout: 200_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: { executablePath: findBrowser() ?? undefined, args: FLAGS },
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    actionTimeout: 300_000,
    navigationTimeout: 300_000,
    contextOptions: { reducedMotion: 'reduce' },
    // No journey could intercept what it answers; the journey about it enables it.
    serviceWorkers: 'block',
    // A seventh of the total time, so it is only recorded on request.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Long words are tested at all widths in one journey.
    { name: 'mobile', use: PHONE, testIgnore: '**/long-words.journey.ts' },
    {
      name: 'desktop',
      use: DESKTOP,
      testIgnore: ['**/faults/**', ON_SERVERS],
      grepInvert: ONCE,
    },
    {
      name: 'postgres-s3-smtp',
      use: { ...DESKTOP, backends: 'servers' },
      testMatch: ON_SERVERS,
      grepInvert: ONCE,
    },
    {
      name: 'translated',
      use: { ...PHONE, isTranslated: true },
      testMatch: TRANSLATED,
    },
    {
      name: 'translated-room',
      use: { ...DESKTOP, isTranslated: true },
      testMatch: '**/reading-room.journey.ts',
      grepInvert: ONCE,
    },
  ],
});
