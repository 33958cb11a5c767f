/**
 * `npm test`: runs every check and every test, even after failures, and ends with one line of
 * totals. Two sequences of steps run in parallel: alone, most steps leave a core idle, because they
 * wait for a timer, a browser or a single thread.
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

type Step = (name: string) => Promise<Count>;

const tool = (name: string, path: string, ...args: string[]) =>
  runTool(ROOT, { name, args: [join('node_modules', path), ...args] });
const script = (name: string, path: string) => runTool(ROOT, { name, args: [path] });
const tsc = (name: string, room: string) => tool(name, 'typescript/bin/tsc', '-p', room);
const PRETTIER = 'prettier/bin/prettier.cjs';
const ROUTER = '@react-router/dev/bin.cjs';

/** Ordered by how soon they find a mistake. Each returns its counts. */
const CHECKS: Record<string, Step> = {
  fences: async (name) => countCheck(await script(name, 'scripts/fences.ts')),
  format: async (name) =>
    countCheck(await tool(name, PRETTIER, '--check', '--log-level', 'warn', '.')),
};
const BUILD: Record<string, Step> = {
  build: async (name) => countCheck(await script(name, 'scripts/build.mjs')),
};
const TYPES: Record<string, Step> = {
  'types of domain': async (name) => countCheck(await tsc(name, 'domain')),
  'types of server': async (name) => countCheck(await tsc(name, 'server')),
  'types of app': async (name) =>
    countCheck((await tool(name, ROUTER, 'typegen')) && (await tsc(name, 'app'))),
};
const TESTS: Record<string, Step> = {
  'logic, API, engines': async (name) => {
    const reporters = ['--reporter=default', '--reporter=json'];
    const output = `--outputFile.json=${VITEST_REPORT}`;
    const isPassed = await tool(name, 'vitest/vitest.mjs', 'run', ...reporters, output);
    return countTests(VITEST_REPORT, isPassed);
  },
};
/** Beside the last journeys, which end later than all other tests. */
const LAST: Record<string, Step> = {
  lint: async (name) =>
    countCheck(await tool(name, 'eslint/bin/eslint.js', '--max-warnings', '0', '.')),
  'budget of bytes': async (name) => countCheck(await script(name, 'scripts/budget.ts')),
};
const IN_BROWSER: Record<string, Step> = {
  journeys: async (name) => {
    ensureBrowser();
    process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = PLAYWRIGHT_REPORT;
    const isPassed = await tool(name, '@playwright/test/cli.js', 'test', '--reporter=list,json');
    return countTests(PLAYWRIGHT_REPORT, isPassed);
  },
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const lines: string[] = [];
const counts: Count[] = [];

async function run(name: string, step: Step): Promise<void> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await step(name).catch((error: Error): Count => {
    console.error(`${name} │ ${error.message}`);
    return countCheck(false);
  });
  counts.push(count);
  lines.push(
    `${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s${count.skipped ? `  (${count.skipped} skipped)` : ''}`,
  );
  console.log(`\n${lines.at(-1)}`);
}

async function runSequence(steps: Record<string, Step>): Promise<void> {
  for (const [name, step] of Object.entries(steps)) await run(name, step);
}

const built = runSequence(BUILD);
await Promise.all([
  built.then(() => runSequence(IN_BROWSER)),
  runSequence(CHECKS)
    .then(() => built)
    .then(() => runSequence({ ...TYPES, ...TESTS, ...LAST })),
]);
console.log(`\n${lines.join('\n')}\n`);
for (const failure of [VITEST_REPORT, PLAYWRIGHT_REPORT].flatMap(listFailures))
  console.log(`${failure}\n`);
console.log(formatSummary(counts));
process.exitCode = isGreen(counts) ? 0 : 1;
