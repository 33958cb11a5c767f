import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute begins first, or all else would be done while it still runs. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      /\/tests\/(faults|several)\//.test(moduleId) ? 0 : 1;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Logic, API and engines. What a person sees is Playwright's: tests/e2e. */
export default defineConfig({
  test: {
    include: ['{domain,content,server,app,tests,scripts,bench}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/servers/global-setup.ts'],
    /** Many tests wait for a clock or a line: one more than the two cores of a small machine. */
    maxWorkers: 3,
    // Ten times what the longest needs on a quiet machine: what hangs is found late, but a machine
    // that is busy fails nothing.
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
