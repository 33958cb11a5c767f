import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './scripts/browser.ts';
import type { WorkerOptions } from './tests/e2e/fixtures.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Where PostgreSQL, S3 and SMTP may answer otherwise; a desktop sees these there only. */
const ON_SERVERS = '**/{main-job,admin-content,admin-posts,profile,keyboard,screens}.journey.ts';

/**
 * Journeys in a real Chromium against the real server; the build must be there (`npm run build`).
 */
export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results/journeys',
  // As in vitest.config.ts: what hangs is found late, what is slow fails nothing.
  timeout: 1_200_000,
  expect: { timeout: 200_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: { executablePath: findBrowser() ?? undefined, args: BROWSER_FLAGS },
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    actionTimeout: 300_000,
    navigationTimeout: 300_000,
    contextOptions: { reducedMotion: 'reduce' },
    // What it answers no journey could hold up; the one about it says so.
    serviceWorkers: 'block',
    // A seventh of all the time, so only who looks for a fault asks for it.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Long words are measured at all widths in one go.
    { name: 'mobile', use: PHONE, testIgnore: '**/long-words.journey.ts' },
    {
      name: 'desktop',
      use: DESKTOP,
      testIgnore: ['**/faults/**', ON_SERVERS],
      // What is the same at any width.
      grepInvert: /@once/,
    },
    {
      name: 'postgres-s3-smtp',
      use: { ...DESKTOP, backends: 'servers' },
      testMatch: ON_SERVERS,
    },
  ],
});
