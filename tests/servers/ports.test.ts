import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ASK = `
  import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'ports.ts'))};
  const ports = [];
  for (let count = 0; count < 250; count += 1) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  // Both are still there when the last one asks.
  await new Promise((resolve) => process.stdin.once('end', resolve).resume());
`;

test('processes that ask at the same time never get the same port', async () => {
  const asking = Array.from({ length: 4 }, () => {
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', ASK]);
    const answered = new Promise((resolve) => run.child.stdout!.once('data', resolve));
    return { run, answered };
  });
  await Promise.all(asking.map(({ answered }) => answered));
  for (const { run } of asking) run.child.stdin!.end();
  const ports: number[] = [];
  for (const { run } of asking) ports.push(...(JSON.parse((await run).stdout) as number[]));
  expect(new Set(ports).size).toBe(1000);
});
