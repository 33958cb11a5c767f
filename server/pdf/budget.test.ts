import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HOSTILE_PDFS } from '#tests/hostile-pdfs.ts';
import { rawPdf } from '#tests/raw-pdfs.ts';
import { ParseBudget } from './source.ts';
import { inspectStructure } from './structure.ts';

const dir = mkdtempSync(join(tmpdir(), 'pdf-'));
afterAll(() => rmSync(dir, { recursive: true }));

function inspect(bytes: Buffer) {
  const path = join(dir, 'file.pdf');
  writeFileSync(path, bytes);
  const [fd, budget] = [openSync(path, 'r'), new ParseBudget()];
  const result = inspectStructure(fd, budget);
  closeSync(fd);
  return { result, budget };
}

test('streams count, although they break', () => {
  const name = 'two hundred object streams that break after 12 MB beside its pages';
  const { result, budget } = inspect(HOSTILE_PDFS[name]!());
  expect(result).toMatchObject({ ok: true, pages: 1, markers: ['unsearched'] });
  expect(budget.parsedBytes).toBeGreaterThan(24 * 1024 * 1024);
});

test.each([
  ['names', `/${'#61'.repeat(100_000)}`],
  ['strings', '(\\101)'.repeat(50_000)],
])('escapes in %s count more than other characters', (_, text) => {
  const costOf = (body: string) =>
    inspect(rawPdf({ objects: [`<< /Pages 2 0 R /A [${body}] >>`] })).budget.parsedBytes;
  const plain = costOf(text.replaceAll(/[#\\]/g, 'a'));
  expect(costOf(text)).toBeGreaterThan(plain + text.length);
});
