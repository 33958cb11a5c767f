import { defineConfig } from 'vitest/config';

/** Logic, API and engines. What a person sees is Playwright's: tests/e2e. */
export default defineConfig({
  test: {
    include: ['{domain,content,server,app,tests,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: ['tests/servers/global-setup.ts'],
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
