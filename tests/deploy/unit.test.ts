/** The systemd unit of deploy/, checked by systemd itself. */
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram, runProgram } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');
const UNIT = join(ROOT, 'deploy/pitch-trek.service');
const unit = readFileSync(UNIT, 'utf8');
const systemdAnalyze = findProgram('systemd-analyze', 'systemd');
const start: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start;

/** Below 2.0 of 10, systemd says "OK" with room to spare. */
const MOST_EXPOSED = 20;

test('it runs the same command as npm start, with the same memory limits', () => {
  const command = /^ExecStart=\S+\/node (.+)$/m.exec(unit)![1]!;
  expect(start.endsWith(`node_modules/.bin/node ${command}`)).toBe(true);
  const environment = new Set(
    [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs]) => pairs!.split(' ')),
  );
  for (const [setting] of start.matchAll(/\b(?:NODE_ENV|MALLOC_\w+)=\S+/g))
    expect(environment).toContain(setting);
});

test('it has time to finish what is under way', () =>
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(40));

test.skipIf(!systemdAnalyze)('systemd finds no fault in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-unit-'));
  const path = join(folder, 'pitch-trek.service');
  // The release is not installed here.
  writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { code, output } = await runProgram(systemdAnalyze!, ['verify', '--man=no', path]);
  rmSync(folder, { recursive: true, force: true });
  const ours = output.split('\n').filter((line) => line.includes('pitch-trek.service'));
  expect({ code, ours }).toEqual({ code: 0, ours: [] });
});

test.skipIf(!systemdAnalyze)('systemd-analyze security says OK', async () => {
  const { code, output } = await runProgram(systemdAnalyze!, [
    ...['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', UNIT],
  ]);
  expect(output).toMatch(/Overall exposure level for pitch-trek\.service: \d\.\d OK/);
  expect(code).toBe(0);
});
