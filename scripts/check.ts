/**
 * `npm test`: runs every check and every test, even after failures, and ends with one line of
 * totals.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  countCheck,
  countTests,
  formatSummary,
  isGreen,
  listFailures,
  type Count,
} from './check/count.ts';
import { runTool } from './check/run-tool.ts';
import { ensureBrowser } from './browser.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'test-results', 'reports');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');

const tool = (path: string, ...args: string[]) =>
  runTool(ROOT, [join('node_modules', path), ...args]);
const tsc = (room: string) => tool('typescript/bin/tsc', '-p', room);
const ROUTER = '@react-router/dev/bin.cjs';

/** Ordered by how soon they find a mistake. Each returns its counts. */
const STEPS: Record<string, () => Promise<Count>> = {
  fences: async () => countCheck(await runTool(ROOT, ['scripts/fences.ts'])),
  format: async () =>
    countCheck(await tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')),
  lint: async () => countCheck(await tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')),
  'types of domain': async () => countCheck(await tsc('domain')),
  'types of server': async () => countCheck(await tsc('server')),
  'types of app': async () => countCheck((await tool(ROUTER, 'typegen')) && (await tsc('app'))),
  build: async () => countCheck(await runTool(ROOT, ['scripts/build.mjs'])),
  'budget of bytes': async () => {
    ensureBrowser();
    return countCheck(await runTool(ROOT, ['scripts/budget.ts']));
  },
  'logic, API, engines': async () => {
    const isPassed = await tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST_REPORT}`,
    );
    return countTests(VITEST_REPORT, isPassed);
  },
  journeys: async () => {
    ensureBrowser();
    process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = PLAYWRIGHT_REPORT;
    return countTests(
      PLAYWRIGHT_REPORT,
      await tool('@playwright/test/cli.js', 'test', '--reporter=list,json'),
    );
  },
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const lines: string[] = [];
const counts: Count[] = [];
for (const [name, step] of Object.entries(STEPS)) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await step().catch((error: Error): Count => {
    console.error(error.message);
    return countCheck(false);
  });
  counts.push(count);
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s${count.skipped ? `  (${count.skipped} skipped)` : ''}`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
for (const failure of [VITEST_REPORT, PLAYWRIGHT_REPORT].flatMap(listFailures))
  console.log(`${failure}\n`);
console.log(formatSummary(counts));
process.exitCode = isGreen(counts) ? 0 : 1;
