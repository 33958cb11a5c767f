import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * In a separate process, started like the product: passes 200 MB in chunks as uploads do, and
 * prints the mean memory in MB. The peak would depend on when the threads that read were served.
 */
const PASS = (note: string) => `
  const { notePassedBytes } = await import(${JSON.stringify(join(import.meta.dirname, 'gc.ts'))});
  let sum = 0;
  for (let piece = 0; piece < 3200; piece += 1) {
    const bytes = Buffer.alloc(65536);
    ${note}
    sum += process.memoryUsage().arrayBuffers;
    if (piece % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(sum / 3200 / 1_000_000);`;

const heldWhile = (note: string): number => printedBy(PASS(note));

const printedBy = (script: string): number =>
  Number(
    execFileSync(
      process.execPath,
      ['--max-semi-space-size=4', '--heap-growing-percent=50', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    ),
  );

test('uploads that pass hold on average less than half of what they would if they were not noted', () => {
  expect(heldWhile('notePassedBytes(bytes.length);')).toBeLessThan(heldWhile('') / 2);
});

const SENT_BYTES = 8_000_000;

/**
 * A ZIP file of 200 MB with a fast reader; prints how many collections were asked for. The memory
 * held meanwhile would depend on how fast the disk's threads read.
 */
const SEND = (dir: string, sha256: string) => `
  const { PerformanceObserver, constants } = await import('node:perf_hooks');
  const [{ createDiskStore }, { openVerified }, { zipOf }] = await Promise.all(
    ['disk.ts', 'verified.ts', 'zip.ts'].map((name) => import(${JSON.stringify(`${import.meta.dirname}/`)} + name)),
  );
  const files = createDiskStore(${JSON.stringify(dir)});
  const file = { key: 'deck', size: ${SENT_BYTES}, sha256: ${JSON.stringify(sha256)} };
  async function* entries() {
    for (let place = 0; place < 25; place += 1)
      yield { name: String(place), stream: await openVerified({ files }, file) };
  }
  let asked = 0;
  const count = (list) => {
    for (const { detail } of list)
      if (detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) asked += 1;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  for await (const chunk of zipOf(entries()));
  await new Promise((resolve) => setTimeout(resolve));
  count(observer.takeRecords());
  console.log(asked);`;

test('files that are sent have their memory collected every few megabytes', () => {
  const dir = mkdtempSync(join(tmpdir(), 'pitch-trek-gc-'));
  const bytes = randomBytes(SENT_BYTES);
  writeFileSync(join(dir, 'deck'), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const asked = printedBy(SEND(dir, sha256));
  rmSync(dir, { recursive: true });
  // Every 4 MiB of 200 MB.
  expect(asked).toBeGreaterThanOrEqual(40);
});

const QUIET_MS = 2500;
/** Takes every descriptor and is quiet for longer than the interval of the checks. */
const QUIET_WITHOUT_DESCRIPTORS = `
  import { openSync } from 'node:fs';
  const { settleWhenQuiet } = await import(${JSON.stringify(join(import.meta.dirname, 'gc.ts'))});
  settleWhenQuiet();
  setTimeout(() => process.exit(0), ${QUIET_MS});
  try {
    for (;;) openSync('/dev/null');
  } catch (error) {
    console.log(error.code);
  }`;

test('without file descriptors a quiet process goes on', () => {
  const command = 'ulimit -n 100; exec "$0" --input-type=module -e "$1"';
  const output = execFileSync('sh', ['-c', command, process.execPath, QUIET_WITHOUT_DESCRIPTORS], {
    encoding: 'utf8',
  });
  expect(output).toBe('EMFILE\n');
});
