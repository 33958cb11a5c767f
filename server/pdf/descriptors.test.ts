/** A process that has no file descriptors left: the machine's fault, and never the file's. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rawPdf } from '#tests/raw-pdfs.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
const pdf = join(folder, 'honest.pdf');
writeFileSync(pdf, rawPdf());
afterAll(() => rmSync(folder, { recursive: true }));

const urlOf = (name: string) => JSON.stringify(join(import.meta.dirname, name));

/** Prints what becomes of the call once every descriptor is taken. */
const WITHOUT_DESCRIPTORS = (before: string, call: string) => `
  import { openSync } from 'node:fs';
  const { storageProblem } = await import(${urlOf('../files/storage-problem.ts')});
  const describe = (error) => (storageProblem(error).status ?? 'failed') + ' ' + error.code;
  ${before}
  try {
    for (;;) openSync('/dev/null');
  } catch {}
  const outcome = await ${call}.catch((error) => describe(error));
  console.log(typeof outcome === 'object' ? JSON.stringify(outcome) : String(outcome));
  process.exit(0);`;

/** From a file: threads inherit the options of a script on the command line, and refuse them. */
function run(script: string): string {
  const file = join(folder, 'script.mjs');
  writeFileSync(file, script);
  const command = 'ulimit -n 200; exec "$0" "$1"';
  return execFileSync('sh', ['-c', command, process.execPath, file], { encoding: 'utf8' });
}

test('a document is checked by a process that has descriptors of its own', () => {
  const before = `
    const { inspectPdf } = await import(${urlOf('inspect.ts')});
    await inspectPdf(${JSON.stringify(pdf)}, 'somebody');`;
  const call = `inspectPdf(${JSON.stringify(pdf)}, 'somebody')`;
  expect(run(WITHOUT_DESCRIPTORS(before, call))).toContain('"ok":true');
});

test('a document that cannot be opened to be cleaned is not noted as one that cannot be cleaned', () => {
  const to = JSON.stringify(join(folder, 'clean.pdf'));
  const before = `const { cleanPdf } = await import(${urlOf('inspect.ts')});
    await cleanPdf(${JSON.stringify(pdf)}, ${to});`;
  const call = `cleanPdf(${JSON.stringify(pdf)}, ${to})`;
  expect(run(WITHOUT_DESCRIPTORS(before, call))).toMatch(/^(503|failed) (overloaded|EMFILE)$/m);
});
