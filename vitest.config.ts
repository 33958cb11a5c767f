import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepFilesInMemory } from './tests/files-in-memory.ts';

keepFilesInMemory();

/**
 * Files that take long start first; otherwise they would still run when everything else is done.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (/\/tests\/(faults|several)\//.test(moduleId)) return 0;
      if (project.name === OWN_PROCESS) return 1;
      return /(backup-commands|dev-server|fuzz)\.test\.ts$/.test(moduleId) ? 2 : 3;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const OWN_PROCESS = 'own process';
/** These mock a module, measure the memory of their process, or hold it for seconds. */
const ALONE = [
  'server/files/{gc,sync}.test.ts',
  'server/pdf/hostile.test.ts',
  'tests/{faults,several}/**/*.test.ts',
  'tests/contract/linear-text.test.ts',
];

const each = {
  exclude: ['tests/e2e/**', '**/node_modules/**'],
  environment: 'node',
  setupFiles: ['tests/restore-globals.ts'],
  // Ten times what the longest takes on a quiet machine: a hanging test is found late, but a busy
  // machine fails nothing.
  testTimeout: 1_200_000,
  hookTimeout: 600_000,
  teardownTimeout: 120_000,
  expect: { poll: { timeout: 300_000 } },
  unstubGlobals: true,
};

/** Logic, API and engines. What people see is tested by Playwright: tests/e2e. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/servers/global-setup.ts'],
    /**
     * Many tests wait for a clock or a connection, so one more than the two cores of a small
     * machine.
     */
    maxWorkers: 3,
    projects: [
      { test: { ...each, name: OWN_PROCESS, include: ALONE } },
      // Files share a process: starting one and loading the product takes longer than most files.
      // That is safe because starting the product returns its state, and modules hold none.
      {
        test: {
          ...each,
          name: 'shared',
          isolate: false,
          include: ['{domain,content,server,app,tests,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: [...each.exclude, ...ALONE],
        },
      },
    ],
  },
});
