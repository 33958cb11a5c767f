import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * In a separate process, started like the product: passes 200 MB in chunks as uploads do, and
 * prints the peak memory in MB.
 */
const PASS = (note: string) => `
  const { notePassedBytes } = await import(${JSON.stringify(join(import.meta.dirname, 'gc.ts'))});
  let most = 0;
  for (let piece = 0; piece < 3200; piece += 1) {
    const bytes = Buffer.alloc(65536);
    ${note}
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    if (piece % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(most / 1_000_000);`;

const heldWhile = (note: string): number =>
  Number(
    execFileSync(
      process.execPath,
      [
        '--max-semi-space-size=4',
        '--heap-growing-percent=50',
        '--input-type=module',
        '-e',
        PASS(note),
      ],
      { encoding: 'utf8' },
    ),
  );

test('uploads that pass hold less than half of what they would if they were not noted', () => {
  expect(heldWhile('notePassedBytes(bytes.length);')).toBeLessThan(heldWhile('') / 2);
});
