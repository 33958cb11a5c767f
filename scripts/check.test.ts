import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countCheck, countTests, formatSummary, isGreen, listFailures } from './check.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'count-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}
const vitest = (passed: number, failed: number) =>
  report({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [],
  });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  report({ stats: { expected, unexpected, flaky, skipped: 0 }, suites: [] });

test('tests and checks are summed in one line', () => {
  const counts = [
    countCheck(true),
    countTests(vitest(5, 1), false),
    countTests(playwright(3, 0), true),
    countCheck(false),
  ];
  expect(formatSummary(counts)).toBe('9 passed, 2 failed');
  expect(isGreen(counts)).toBe(false);
});

test('all passed is green', () => {
  expect(
    isGreen([countCheck(true), countTests(vitest(1, 0), true), countTests(playwright(1, 0), true)]),
  ).toBe(true);
});

test('a tool that fails without a failed test counts as one failure', () => {
  expect(countTests(vitest(5, 0), false)).toMatchObject({ passed: 5, failed: 1 });
});

test('a step in which no test ran is a failure, and so is a missing report', () => {
  expect(countTests(playwright(0, 0), true).failed).toBe(1);
  expect(countTests(join(folder, 'missing.json'), true).failed).toBe(1);
  expect(isGreen([countCheck(true)])).toBe(false);
});

test('a journey that only passes at the second try has not passed', () => {
  expect(countTests(playwright(2, 0, 1), true)).toMatchObject({ passed: 2, failed: 1 });
});

test('each failure is named in one line, even a file that does not load', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'works', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'adds',
      failureMessages: ['AssertionError:\n  expected \u001b[31m1\u001b[0m to be 2'],
    },
  ];
  const testResults = [
    {
      name: join(process.cwd(), 'domain/sum.test.ts'),
      status: 'failed',
      message: '',
      assertionResults,
    },
    {
      name: join(process.cwd(), 'domain/broken.test.ts'),
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    },
  ];
  expect(listFailures(report({ testResults }))).toEqual([
    'FAILED domain/sum.test.ts | adds | AssertionError: expected 1 to be 2',
    'FAILED domain/broken.test.ts | the file | Cannot find module',
  ]);
  const failed = {
    status: 'unexpected',
    projectName: 'mobile',
    results: [{ errors: [{ message: 'Timeout' }] }],
  };
  const specs = [{ title: 'a visitor reads', tests: [{ ...failed, status: 'expected' }, failed] }];
  const suites = [
    {
      title: 'reading',
      file: 'read.journey.ts',
      specs: [],
      suites: [{ title: '', file: 'read.journey.ts', specs }],
    },
  ];
  expect(listFailures(report({ stats: {}, suites }))).toEqual([
    'FAILED mobile read.journey.ts | a visitor reads | Timeout',
  ]);
  expect(listFailures(join(folder, 'missing.json'))).toEqual([]);
});
