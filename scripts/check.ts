/**
 * `npm test`: runs every check and every test, even after failures, and ends with one line of
 * totals. Two sequences of steps run in parallel: alone, most steps leave a core idle, because they
 * wait for a timer, a browser or a single thread. `npm run test:slow` runs the journeys alone, each
 * action `SLOW` milliseconds late: what depends on time fails each time instead of by chance.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { COMPILE_CACHE } from '../tests/compile-cache.ts';
import { ensureBrowser } from './browser.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'test-results', 'reports');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');

type Step = (name: string) => Promise<Count>;

const tool = (name: string, path: string, ...args: string[]) =>
  runTool(name, join('node_modules', path), ...args);
const tsc = (name: string, room: string) => tool(name, 'typescript/bin/tsc', '-p', room);
const ROUTER = '@react-router/dev/bin.cjs';

/** Ordered by how soon they find a mistake. Each returns its counts. */
const CHECKS: Record<string, Step> = {
  fences: async (name) => countCheck(await runTool(name, 'scripts/fences.ts')),
  format: async (name) => countCheck(await tool(name, 'oxfmt/bin/oxfmt', '--check', '.')),
};
const BUILD: Record<string, Step> = {
  build: async (name) => countCheck(await runTool(name, 'scripts/build.mjs')),
};
const TYPES: Record<string, Step> = {
  'types of domain': async (name) => countCheck(await tsc(name, 'domain')),
  'types of server': async (name) => countCheck(await tsc(name, 'server')),
  'types of app': async (name) =>
    countCheck((await tool(name, ROUTER, 'typegen')) && (await tsc(name, 'app'))),
  // After the types: some files import those that are generated.
  unused: async (name) => countCheck(await tool(name, 'knip/bin/knip.js')),
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
  'budget of bytes': async (name) => countCheck(await runTool(name, 'scripts/budget.ts')),
};
const IN_BROWSER: Record<string, Step> = {
  journeys: async (name) => {
    ensureBrowser();
    process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = PLAYWRIGHT_REPORT;
    const isPassed = await tool(name, '@playwright/test/cli.js', 'test', '--reporter=list,json');
    return countTests(PLAYWRIGHT_REPORT, isPassed);
  },
};

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

async function checkAll(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(130));
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const built = runSequence(BUILD);
  if (process.env['SLOW']) await built.then(() => runSequence(IN_BROWSER));
  else
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
}

/** The counts of one step: `tests` is how many real tests ran in it. */
type Count = { passed: number; failed: number; skipped: number; tests: number };

type VitestTest = { status: string; fullName: string; failureMessages: string[] };
type VitestFile = { name: string; status: string; message: string; assertionResults: VitestTest[] };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
};

type Outcome = {
  status: string;
  projectName: string;
  results: { errors: { message?: string }[] }[];
};
type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: Outcome[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
};

/** A check without tests counts as one. */
export function countCheck(isPassed: boolean): Count {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, tests: 0 };
}

/**
 * The counts of a JSON report. A tool that failed without a failed test (a file that does not load,
 * no tests, no report) counts as one failure.
 */
export function countTests(reportPath: string, isPassed: boolean): Count {
  const count = readReport(reportPath);
  const isSilent = count.failed === 0 && (!isPassed || count.tests === 0);
  return isSilent ? { ...count, failed: 1 } : count;
}

/**
 * The failures, one line each: file, test, and the beginning of its message. For the end of a long
 * output, which is often all that is kept.
 */
export function listFailures(reportPath: string): string[] {
  const report = parseReport(reportPath);
  if (!report) return [];
  const failures =
    'stats' in report
      ? report.suites.flatMap(failedJourneys)
      : report.testResults.flatMap(failedTests);
  return failures.map(([where, which, said]) => `FAILED ${where} | ${which} | ${inOneLine(said)}`);
}

export function isGreen(counts: Count[]): boolean {
  return counts.every(({ failed }) => failed === 0) && counts.some(({ tests }) => tests > 0);
}

export function formatSummary(counts: Count[]): string {
  const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}

function readReport(path: string): Count {
  const report = parseReport(path);
  if (!report) return { passed: 0, failed: 0, skipped: 0, tests: 0 };
  return 'stats' in report ? fromPlaywright(report) : fromVitest(report);
}

function parseReport(path: string): VitestReport | PlaywrightReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as VitestReport | PlaywrightReport;
  } catch {
    return undefined;
  }
}

function fromVitest({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
}: VitestReport): Count {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    tests: numPassedTests + numFailedTests,
  };
}

function fromPlaywright({ stats }: PlaywrightReport): Count {
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed, skipped: stats.skipped, tests: stats.expected + failed };
}

type Failure = [where: string, which: string, said: string];

function failedTests({ name, status, message, assertionResults }: VitestFile): Failure[] {
  const where = relative(process.cwd(), name);
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test): Failure => [where, test.fullName, test.failureMessages.join(' ')]);
  return status === 'failed' && tests.length === 0 ? [[where, 'the file', message]] : tests;
}

function failedJourneys({ file, specs, suites = [] }: Suite): Failure[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }): Failure => [
        `${projectName} ${file}`,
        title,
        results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join(' '),
      ]),
  );
  return [...own, ...suites.flatMap(failedJourneys)];
}

const SAID_CHARS = 300;
const inOneLine = (said: string): string =>
  stripVTControlCharacters(said).replace(/\s+/g, ' ').trim().slice(0, SAID_CHARS);

/**
 * Not meant for slow machines: tests have their own limits, and this one only ends hanging tools.
 */
const LIMIT_MS = 6 * 3_600_000;
/** How long to wait for the last lines of a tool that has exited. */
const LAST_LINES_MS = 5000;
/** Settings of a running installation must not reach the tests. */
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|S3_\w+|MEDIA_URL|SMTP_URL|MAIL_FROM|ADMIN_\w+|SAMPLE_DATA|MAX_UPLOAD_MB|UPLOAD_GRACE_MINUTES|SWEEP_KEEP_DAYS|UNDO_SECONDS|TRUST_PROXY|APP_ENV|GRANTS_PREFIX|METRICS_TOKEN|CLAMD_URL|DEV|NODE_ENV|NODE_OPTIONS)$/;

/**
 * Runs a script with this Node, without stdin, in its own process group, which ends with this
 * process; true if it exits with 0. Its name is before each line that it prints: tools run in
 * parallel.
 */
function runTool(name: string, ...args: string[]): Promise<boolean> {
  const passedOn = Object.entries(process.env).filter(([key]) => !SETTINGS.test(key));
  const env = {
    ...Object.fromEntries(passedOn),
    ...COMPILE_CACHE,
    PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  };
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = Promise.all([child.stdout, child.stderr].map((stream) => passOn(stream, name)));
  const endGroup = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const endWithThis = () => endGroup('SIGTERM');
  const timer = setTimeout(() => {
    console.error(`${name} │ stopped after ${LIMIT_MS / 3_600_000} hours.`);
    endGroup('SIGTERM');
    setTimeout(endGroup, 5000, 'SIGKILL').unref();
  }, LIMIT_MS);
  process.once('exit', endWithThis);
  return new Promise((resolve) => {
    const end = (isPassed: boolean) => {
      clearTimeout(timer);
      process.off('exit', endWithThis);
      void Promise.race([said, pause(LAST_LINES_MS, undefined, { ref: false })]).then(() => {
        // A process that it left behind may keep them open, and this process alive.
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
        resolve(isPassed);
      });
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

/** Prints line by line; resolves after the last one. */
function passOn(stream: Readable, name: string): Promise<void> {
  const lines = createInterface({ input: stream });
  lines.on('line', (line) => console.log(`${name} │ ${line}`));
  return new Promise((resolve) => lines.once('close', resolve));
}

if (import.meta.main) await checkAll();
