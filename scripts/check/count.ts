import { readFileSync } from 'node:fs';

/** What a step adds to the sum: `tests` is how many real tests ran in it. */
export type Count = { passed: number; failed: number; skipped: number; tests: number };

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/** A check without tests in it counts as one. */
export function countCheck(isPassed: boolean): Count {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, tests: 0 };
}

/** The tests of a JSON report. A tool that failed without a failed test (a file that does not load, no tests, no report) counts as one failure. */
export function countTests(reportPath: string, isPassed: boolean): Count {
  const count = readReport(reportPath);
  const isSilent = count.failed === 0 && (!isPassed || count.tests === 0);
  return isSilent ? { ...count, failed: 1 } : count;
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
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport | PlaywrightReport;
    return 'stats' in report ? fromPlaywright(report) : fromVitest(report);
  } catch {
    return { passed: 0, failed: 0, skipped: 0, tests: 0 };
  }
}

function fromVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }: VitestReport): Count {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, tests: numPassedTests + numFailedTests };
}

function fromPlaywright({ stats }: PlaywrightReport): Count {
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed, skipped: stats.skipped, tests: stats.expected + failed };
}
