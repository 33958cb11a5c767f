import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The counts of one step: `tests` is how many real tests ran in it. */
export type Count = { passed: number; failed: number; skipped: number; tests: number };

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

/** The one line that machines read: `N passed, M failed`. */
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
